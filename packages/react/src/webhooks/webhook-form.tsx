import {
  isWebhookDelivered,
  newWebhook,
  ROTATION_HOURS,
  type Webhook,
  type WebhookSecret,
  webhooks,
} from '@kinora/core'
import { Send } from 'lucide-react'
import { useState } from 'react'
import { DraftSwitch } from '../kernel/active.tsx'
import { CopyInput } from '../kernel/copy-input.tsx'
import { DeleteRow } from '../kernel/delete-row.tsx'
import { DraftForm } from '../kernel/draft-form.tsx'
import { unlessHidden } from '../kernel/form-fields.ts'
import { type FormPageProps, RowForm } from '../kernel/row-form.tsx'
import { RotateDialog } from '../kernel/secret-dialogs.tsx'
import { useDates } from '../kernel/use-dates.ts'
import { useWrite } from '../kernel/use-write.ts'
import { Button } from '../ui/button.tsx'
import { Field } from '../ui/form/field.tsx'
import { Card } from '../ui/form/split-form.tsx'
import { Banner } from '../ui/status/banner.tsx'
import { answerWords, WebhookDeliveries } from './deliveries.tsx'
import { useWebhookTexts } from './texts.ts'
import { WebhookFields } from './webhook-fields.tsx'
import { checkWebhook, WebhookSecretDialog, WebhookState } from './webhooks.tsx'

const calls = { view: webhooks.view, create: webhooks.create, update: webhooks.update }

/** HOOK-02 to HOOK-04: one webhook: what is sent where, what signs it, and what came of it. */
export function WebhookForm(props: FormPageProps & { id: string }) {
  const { text } = useWebhookTexts()
  return (
    <RowForm
      {...props}
      calls={calls}
      idKey="webhookId"
      start={newWebhook}
      check={checkWebhook}
      backLabel={text('ui.account.webhooks')}
    >
      {({ row, page }) => (
        <DraftForm
          {...page}
          title={unlessHidden(props.fields, 'url', row?.url)}
          badge={unlessHidden(props.fields, 'isActive', row && <WebhookState webhook={row} />)}
          labels={{ url: text('ui.webhooks.url') }}
          actions={
            row && (
              <>
                <TestButton webhook={row} />
                <DeleteRow
                  endpoint={webhooks.remove}
                  input={{ webhookId: row.webhookId }}
                  label={text('ui.webhooks.delete')}
                  name={unlessHidden(props.fields, 'url', row.url)}
                  text={text('ui.webhooks.deleteText')}
                  onDeleted={props.onDeleted}
                />
              </>
            )
          }
        >
          {row && unlessHidden(props.fields, 'isActive', <Trouble webhook={row} />)}
          <Card title={text('ui.webhooks.settings')}>
            <WebhookFields draft={page.draft} />
            <DraftSwitch draft={page.draft} name="isActive" help={text('ui.webhooks.activeHelp')} />
          </Card>
          {row && <Signing webhook={row} />}
          {row && <WebhookDeliveries webhookId={row.webhookId} />}
        </DraftForm>
      )}
    </RowForm>
  )
}

/** HOOK-02: why nothing is sent any more, or since when everything fails, with what mends it. */
function Trouble({ webhook: { switchedOff, failingSince } }: { webhook: Webhook }) {
  const { text } = useWebhookTexts()
  const { moment } = useDates()
  if (failingSince === null && switchedOff === null) return null
  const since = failingSince === null ? '' : moment(failingSince)
  const words = {
    gone: text('ui.webhooks.gone'),
    failing: text('ui.webhooks.failing', { since }),
    now: text('ui.webhooks.failingNow', { since }),
  }
  return <Banner tone={switchedOff === null ? 'warning' : 'negative'}>{words[switchedOff ?? 'now']}</Banner>
}

/** HOOK-02: sends an event now; what came back is said. */
function TestButton({ webhook: { webhookId } }: { webhook: Webhook }) {
  const texts = useWebhookTexts()
  const { text } = texts
  const test = useWrite(webhooks.test, {
    invalidates: [],
    success: ({ status, problem, milliseconds }) =>
      isWebhookDelivered(status)
        ? text('ui.webhooks.tested', { milliseconds })
        : {
            tone: 'negative',
            text: text('ui.webhooks.testFailed', { answer: answerWords({ status, problem }, texts) }),
          },
  })
  return (
    <Button
      icon={<Send size={16} aria-hidden="true" />}
      loading={test.isPending}
      onClick={() => void test.send({ webhookId })}
    >
      {text('ui.webhooks.test')}
    </Button>
  )
}

/** HOOK-04: what receivers verify by; a new secret is shown once, and the one before may go on for a time. */
function Signing({ webhook }: { webhook: Webhook }) {
  const { text } = useWebhookTexts()
  const { moment } = useDates()
  const [above, setAbove] = useState<{ kind: 'ask' } | { kind: 'made'; made: WebhookSecret }>()
  const { publicKey, formerSecretUntil } = webhook
  return (
    <Card
      title={text('ui.webhooks.signing')}
      actions={<Button onClick={() => setAbove({ kind: 'ask' })}>{text('ui.webhooks.rotate')}</Button>}
    >
      <p>{text('ui.webhooks.signingText')}</p>
      {publicKey === null ? (
        <p className="kn-field-help">{text('ui.webhooks.noKey')}</p>
      ) : (
        <Field label={text('ui.webhooks.publicKey')} help={text('ui.webhooks.publicKeyHelp')}>
          <CopyInput value={publicKey} copyLabel={text('ui.webhooks.copyKey')} />
        </Field>
      )}
      {formerSecretUntil === null || new Date(formerSecretUntil) < new Date() ? null : (
        <p className="kn-field-help">{text('ui.webhooks.former', { until: moment(formerSecretUntil) })}</p>
      )}
      {above?.kind === 'ask' ? (
        <RotateDialog
          title={text('ui.webhooks.rotateAsk')}
          about={text('ui.webhooks.rotateText')}
          keepLabel={text('ui.webhooks.rotateKeep', { count: ROTATION_HOURS.usual })}
          keepsFirst
          act={text('ui.webhooks.rotate')}
          call={webhooks.rotate}
          toInput={keepsOld => ({
            webhookId: webhook.webhookId,
            hours: keepsOld ? ROTATION_HOURS.usual : 0,
          })}
          onMade={made => setAbove({ kind: 'made', made })}
          onClose={() => setAbove(undefined)}
        />
      ) : null}
      {above?.kind === 'made' ? (
        <WebhookSecretDialog made={above.made} onClose={() => setAbove(undefined)} />
      ) : null}
    </Card>
  )
}
