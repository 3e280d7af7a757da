import {
  checkWith,
  newWebhook,
  Role,
  type Webhook,
  WebhookDraft,
  type WebhookSecret,
  webhooks,
} from '@kinora/core'
import { Plus } from 'lucide-react'
import { useMemo, useState } from 'react'
import { DraftDialog } from '../kernel/draft-dialog.tsx'
import { useUser } from '../kernel/provider.tsx'
import { SecretDialog } from '../kernel/secret-dialogs.tsx'
import { TenantGate } from '../kernel/tenant-gate.tsx'
import { type Dates, useDates } from '../kernel/use-dates.ts'
import { type ListProps, useResourceList } from '../kernel/use-resource-list.ts'
import { handledByCaller, useWrite } from '../kernel/use-write.ts'
import { Button } from '../ui/button.tsx'
import { ResourceList } from '../ui/list/resource-list.tsx'
import { Badge } from '../ui/status/badge.tsx'
import { EmptyState } from '../ui/status/empty-state.tsx'
import type { DataTableColumn } from '../ui/table/data-table-columns.ts'
import { TitleCell } from '../ui/table/title-cell.tsx'
import { useWebhookTexts, type WebhookTexts } from './texts.ts'
import { WebhookFields } from './webhook-fields.tsx'

const rowId = ({ webhookId }: Webhook) => webhookId
const rowName = ({ url }: Webhook) => url
const inPage = (id: string): string => `#${id}`

export type WebhookListProps = Omit<ListProps<Webhook>, 'addHref' | 'filter'>

// HOOK-02
/** The webhooks of one’s side; customer support has those of the tenant that it has chosen. */
export function WebhookList(props: WebhookListProps) {
  const { role } = useUser()
  if (role !== Role.Support) return <Webhooks {...props} />
  return <TenantGate>{({ tenantId }) => <Webhooks key={tenantId} {...props} />}</TenantGate>
}

/** What is open above the list. */
type Above = { kind: 'create' } | { kind: 'made'; made: WebhookSecret }

function Webhooks(props: WebhookListProps) {
  const { location, onOpen, rowHref = onOpen ? undefined : inPage, tabs } = props
  const texts = useWebhookTexts()
  const { text } = texts
  const { role } = useUser()
  const dates = useDates()
  const [above, setAbove] = useState<Above>()
  const list = useResourceList(webhooks.list, {
    location,
    input: ({ query }) => ({ query: query || undefined }),
  })
  const isOfAll = role === Role.Admin
  const columns = useMemo(
    () => webhookColumns(texts, dates, { rowHref, isOfAll }),
    [texts, dates, rowHref, isOfAll],
  )
  const add = (
    <Button
      variant="primary"
      icon={<Plus size={16} aria-hidden="true" />}
      onClick={() => setAbove({ kind: 'create' })}
    >
      {text('ui.webhooks.add')}
    </Button>
  )
  return (
    <ResourceList
      part="webhook-list"
      host={props}
      title={text('ui.account.webhooks')}
      text={text('ui.webhooks.text')}
      tabs={tabs}
      actions={add}
      list={list}
      rowId={rowId}
      rowName={rowName}
      columns={columns}
      searchLabel={text('ui.webhooks.search')}
      count={count => text('ui.webhooks.count', { count })}
      empty={
        <EmptyState
          title={text('ui.webhooks.emptyTitle')}
          text={text('ui.webhooks.emptyText')}
          actions={add}
        />
      }
    >
      {above?.kind === 'create' ? (
        <CreateDialog onClose={() => setAbove(undefined)} onMade={made => setAbove({ kind: 'made', made })} />
      ) : null}
      {above?.kind === 'made' ? (
        <WebhookSecretDialog made={above.made} onClose={() => setAbove(undefined)} />
      ) : null}
    </ResourceList>
  )
}

function webhookColumns(
  { text }: WebhookTexts,
  { moment }: Dates,
  { rowHref, isOfAll }: Pick<WebhookListProps, 'rowHref'> & { isOfAll: boolean },
): DataTableColumn<Webhook>[] {
  return [
    {
      id: 'url',
      header: text('ui.webhooks.url'),
      width: 240,
      grow: 4,
      cell: row => (
        <TitleCell
          href={rowHref?.(row.webhookId)}
          name={<bdi dir="ltr">{row.url}</bdi>}
          detail={row.description === '' ? undefined : <bdi>{row.description}</bdi>}
        />
      ),
    },
    ...(isOfAll
      ? [
          {
            id: 'side',
            header: text('field.tenant'),
            width: 140,
            grow: 1,
            cell: ({ tenantName }: Webhook) => <bdi>{tenantName ?? text('ui.webhooks.ofAll')}</bdi>,
          },
        ]
      : []),
    { id: 'state', header: text('ui.state'), width: 150, cell: row => <WebhookState webhook={row} /> },
    {
      id: 'types',
      header: text('field.eventTypes'),
      width: 120,
      grow: 1,
      cell: ({ eventTypes }) =>
        eventTypes.length === 0
          ? text('ui.webhooks.everything')
          : text('ui.webhooks.typeCount', { count: eventTypes.length }),
    },
    {
      id: 'waiting',
      header: text('ui.webhooks.waiting'),
      width: 100,
      align: 'end',
      cell: row => row.waiting,
    },
    {
      id: 'delivered',
      header: text('ui.webhooks.delivered'),
      width: 170,
      align: 'end',
      cell: ({ deliveredAt }) => (
        <bdi className="kn-truncate">
          {deliveredAt === null ? text('ui.webhooks.never') : moment(deliveredAt)}
        </bdi>
      ),
    },
  ]
}

const tones = {
  on: 'positive',
  off: 'neutral',
  failingNow: 'warning',
  gone: 'negative',
  failing: 'negative',
} as const

/** HOOK-02: whether it gets what happens, and if not, why. */
export function WebhookState({ webhook }: { webhook: Webhook }) {
  const { text } = useWebhookTexts()
  const { isActive, switchedOff, failingSince } = webhook
  const isOn = failingSince === null ? 'on' : 'failingNow'
  const state = switchedOff ?? (isActive ? isOn : 'off')
  return <Badge tone={tones[state]}>{text(`ui.webhooks.state.${state}`)}</Badge>
}

/** Core’s rule. */
export const checkWebhook = (draft: WebhookDraft) => checkWith(WebhookDraft, draft)

interface CreateDialogProps {
  onClose: () => void
  onMade: (made: WebhookSecret) => void
}

function CreateDialog({ onClose, onMade }: CreateDialogProps) {
  const { text } = useWebhookTexts()
  const create = useWrite(webhooks.create, { failure: handledByCaller })
  return (
    <DraftDialog<WebhookDraft, WebhookSecret>
      title={text('ui.webhooks.add')}
      act={text('ui.webhooks.add')}
      values={() => newWebhook}
      check={checkWebhook}
      save={values => create.send(values)}
      keep="webhook"
      onSaved={onMade}
      onClose={onClose}
    >
      {draft => <WebhookFields draft={draft} />}
    </DraftDialog>
  )
}

/** HOOK-02: the one time that the secret of a webhook is shown. */
export function WebhookSecretDialog({ made, onClose }: { made: WebhookSecret; onClose: () => void }) {
  const { text } = useWebhookTexts()
  return (
    <SecretDialog
      title={text('ui.webhooks.made')}
      once={text('ui.webhooks.once')}
      label={text('ui.webhooks.secret')}
      help={text('ui.webhooks.secretHelp')}
      secret={made.secret}
      copyLabel={text('ui.webhooks.copySecret')}
      keptLabel={text('ui.webhooks.kept')}
      onClose={onClose}
    />
  )
}
