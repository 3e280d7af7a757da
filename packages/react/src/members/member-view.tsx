import {
  actionWords,
  checkWith,
  fieldWords,
  type Issue,
  limits,
  type Member,
  MemberDraft,
  type MemberEvent,
  members,
  valueWords,
} from '@kinora/core'
import { useState } from 'react'
import { DeleteRow } from '../kernel/delete-row.tsx'
import { DraftText } from '../kernel/draft-field.tsx'
import { DraftForm } from '../kernel/draft-form.tsx'
import { isHidden } from '../kernel/form-fields.ts'
import { type FormPageProps, RowForm } from '../kernel/row-form.tsx'
import { ofTenant } from '../kernel/tenant-gate.tsx'
import { useDates } from '../kernel/use-dates.ts'
import type { Draft } from '../kernel/use-draft.ts'
import { useRead } from '../kernel/use-read.ts'
import { handledByCaller, useWrite } from '../kernel/use-write.ts'
import { FactList } from '../titles/fact-list.tsx'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/form/split-form.tsx'
import { ConfirmDialog } from '../ui/overlay/confirm-dialog.tsx'
import { Skeleton } from '../ui/status/skeleton.tsx'
import { MemberEntitlement } from './member-entitlement.tsx'
import { MemberItems } from './member-items.tsx'
import { OffBadge } from './member-words.tsx'
import { useMemberTexts, useMemberViewTexts } from './texts.ts'

export interface MemberViewProps
  extends Omit<FormPageProps<keyof MemberDraft>, 'id' | 'onAdded' | 'defaults'> {
  userId: string
}

/** Members come by imports: the form never makes one. */
const calls = { view: members.fetch, create: members.update, update: members.update }
const start: MemberDraft = { name: '', email: '' }
const check = (draft: MemberDraft): Issue[] => checkWith(MemberDraft, draft)

/** † One member: who it is, whether it is on, what it has subscribed to, and what staff has done to it. */
export const MemberView = ofTenant<MemberViewProps>(View)

function View({ userId, tenantId, onDeleted, ...props }: MemberViewProps & { tenantId: string }) {
  const texts = useMemberTexts()
  const { text } = texts
  const { moment } = useDates()
  const labels = { name: text('field.name'), email: text('field.email') }
  return (
    <RowForm
      {...props}
      calls={calls}
      idKey="userId"
      id={userId}
      scope={{ tenantId }}
      start={start}
      check={check}
      history="members"
      toInput={sent => sent}
      backLabel={text('ui.nav.userReport')}
    >
      {({ row: member, page }) => {
        if (member === undefined) return null
        const name = isHidden(props.fields, 'name') ? member.externalUserId : member.name
        return (
          <DraftForm
            {...page}
            title={name}
            badge={<OffBadge isActive={member.isActive} texts={texts} />}
            text={
              member.isActive
                ? undefined
                : text('ui.members.offSince', { date: moment(member.disabledAt ?? '') })
            }
            labels={labels}
            actions={
              <>
                <SetActive {...{ member, name, tenantId }} />
                <DeleteRow
                  endpoint={members.erase}
                  input={{ tenantId, userId }}
                  label={text('ui.members.erase')}
                  title={text('ui.members.eraseTitle', { name })}
                  text={text('ui.members.eraseText')}
                  success={text('ui.members.erased')}
                  name={name}
                  onDeleted={onDeleted}
                />
              </>
            }
          >
            <About {...{ member, labels }} draft={page.draft} />
            <MemberItems member={member} tenantId={tenantId} />
            <MemberEntitlement tenantId={tenantId} userId={userId} />
            <History {...{ tenantId, userId }} fields={props.fields} />
          </DraftForm>
        )
      }}
    </RowForm>
  )
}

interface AboutProps {
  member: Member
  labels: Record<'name' | 'email', string>
  draft: Draft<MemberDraft>
}

/** Who it is; what an import would bring and was corrected by hand says so. */
function About({ member, labels, draft }: AboutProps) {
  const { text } = useMemberTexts()
  const { moment } = useDates()
  const help = (field: 'name' | 'email') =>
    member.corrected.includes(field) ? text('ui.members.correctedField') : undefined
  return (
    <Card>
      <DraftText
        draft={draft}
        name="name"
        label={labels.name}
        max={limits.text}
        help={help('name')}
        required
      />
      <DraftText
        draft={draft}
        name="email"
        label={labels.email}
        help={help('email')}
        input={{ type: 'email' }}
        required
      />
      <FactList
        facts={[
          { label: text('field.externalUserId'), value: member.externalUserId },
          { label: text('field.userId'), value: member.userId },
          { label: text('field.creationDate'), value: moment(member.createdDate) },
          { label: text('ui.members.lastLogin'), value: moment(member.lastLoginAt ?? '') },
          { label: text('ui.members.lastAccess'), value: moment(member.lastAccessedAt ?? '') },
        ]}
      />
    </Card>
  )
}

interface SetActiveProps {
  member: Member
  /** What to call the member, whose own name may be hidden. */
  name: string
  tenantId: string
}

/** Turning off is asked first, since it shuts a person out; turning on isn’t. */
function SetActive({ member, name, tenantId }: SetActiveProps) {
  const { text, error } = useMemberTexts()
  const [open, setOpen] = useState(false)
  const { userId, isActive } = member
  const off = useWrite(members.disable, { success: text('ui.members.disabled'), failure: handledByCaller })
  const on = useWrite(members.enable, { success: text('ui.members.enabled') })
  if (!isActive)
    return (
      <Button loading={on.isPending} onClick={() => void on.send({ tenantId, userId })}>
        {text('ui.members.enable')}
      </Button>
    )
  return (
    <>
      <Button onClick={() => setOpen(true)}>{text('ui.members.disable')}</Button>
      <ConfirmDialog
        open={open}
        onClose={() => setOpen(false)}
        title={text('ui.members.disableTitle', { name })}
        text={text('ui.members.disableText')}
        confirmLabel={text('ui.members.disable')}
        cancelLabel={text('ui.cancel')}
        closeLabel={text('ui.close')}
        busy={off.isPending}
        error={off.error === null ? undefined : error(off.error)}
        onConfirm={async () => {
          const { kind } = await off.send({ tenantId, userId })
          if (kind === 'done') setOpen(false)
        }}
      />
    </>
  )
}

interface HistoryProps extends Pick<MemberViewProps, 'userId' | 'fields'> {
  tenantId: string
}

/** What staff has done, the newest first: when, who, and what of it changed, but for what the host hides. */
function History({ tenantId, userId, fields }: HistoryProps) {
  const { text } = useMemberViewTexts()
  const { moment } = useDates()
  const { data } = useRead(members.history, { tenantId, userId, take: -1 })
  const events = data?.data ?? []
  return (
    <Card title={text('ui.members.history')}>
      {data === undefined ? (
        <Skeleton height={48} />
      ) : events.length === 0 ? (
        <p className="kn-plain-soft">{text('ui.members.noHistory')}</p>
      ) : (
        <ul className="kn-members-items">
          {events.map(event => (
            <li key={event.entryId}>
              <p className="kn-members-item">
                <strong>{actionWords(event, text)}</strong>
                <span className="kn-plain-soft">
                  <bdi>{event.by}</bdi>, {moment(event.at)}
                </span>
              </p>
              <FactList
                facts={event.changes
                  .filter(({ path }) => !isHidden(fields, path))
                  .map(change => toFact(change, text))}
              />
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}

type TextOf = ReturnType<typeof useMemberViewTexts>['text']

/** What stayed names what the rest is about. */
const toFact = ({ path, before, after }: MemberEvent['changes'][number], text: TextOf) => ({
  label: fieldWords(path.replace(/^item\./, '')),
  value:
    before === null || before === after
      ? valueWords(after, text)
      : `${valueWords(before, text)} → ${valueWords(after, text)}`,
})
