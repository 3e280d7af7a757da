import {
  checkMemberItem,
  editableSources,
  HAND_SOURCE,
  limits,
  type Member,
  type MemberItemDraft,
  type MemberSubscription,
  memberStatuses,
  members,
  newMemberItem,
} from '@kinora/core'
import { Plus } from 'lucide-react'
import { type RefObject, useRef, useState } from 'react'
import { DayInput } from '../kernel/date-picker.tsx'
import { DraftConflicts } from '../kernel/draft-conflicts.tsx'
import { DraftField, DraftText } from '../kernel/draft-field.tsx'
import { useKinora } from '../kernel/provider.tsx'
import { type Draft, useDraft } from '../kernel/use-draft.ts'
import { handledByCaller, useWrite } from '../kernel/use-write.ts'
import { FactList } from '../titles/fact-list.tsx'
import { Button } from '../ui/button.tsx'
import { Card, FieldColumns } from '../ui/form/split-form.tsx'
import { ConfirmDialog } from '../ui/overlay/confirm-dialog.tsx'
import { Dialog } from '../ui/overlay/dialog.tsx'
import { Select } from '../ui/picker/select.tsx'
import { factsOf, nameOf, StatusBadge, toStateName } from './member-words.tsx'
import { useMemberTexts } from './texts.ts'

interface OfMember {
  member: Member
  tenantId: string
}

/** B-22: what a member has subscribed to; what no other system keeps is added, corrected and ended here. */
export function MemberItems({ member, tenantId }: OfMember) {
  const texts = useMemberTexts()
  const { text } = texts
  const [open, setOpen] = useState<MemberSubscription | 'new'>()
  const [ending, setEnding] = useState<MemberSubscription>()
  const items = member.subscriptionItems
  const forget = useRef<() => void>(undefined)
  const close = () => {
    forget.current?.()
    setOpen(undefined)
  }
  return (
    <Card
      title={text('ui.nav.subscriptions')}
      actions={
        <Button icon={<Plus size={16} aria-hidden="true" />} onClick={() => setOpen('new')}>
          {text('ui.members.addItem')}
        </Button>
      }
    >
      {items.length === 0 ? (
        <p className="kn-plain-soft">{text('ui.members.noSubscriptions')}</p>
      ) : (
        <ul className="kn-members-items">
          {items.map(item => (
            <li key={item.id}>
              <div className="kn-members-item">
                <strong>
                  <bdi>{nameOf(item, texts)}</bdi>
                </strong>
                <StatusBadge status={item.status} texts={texts} />
              </div>
              <FactList facts={factsOf(item, texts)} />
              {editableSources.includes(item.source) ? (
                <div className="kn-members-acts">
                  <Button
                    size="compact"
                    aria-label={text('ui.members.editNamed', { name: nameOf(item, texts) })}
                    onClick={() => setOpen(item)}
                  >
                    {text('ui.edit')}
                  </Button>
                  {item.status === 'active' || item.status === 'trial' ? (
                    <Button
                      size="compact"
                      aria-label={text('ui.members.endNamed', { name: nameOf(item, texts) })}
                      onClick={() => setEnding(item)}
                    >
                      {text('ui.members.endItem')}
                    </Button>
                  ) : null}
                </div>
              ) : null}
            </li>
          ))}
        </ul>
      )}
      <Dialog
        open={open !== undefined}
        onClose={close}
        title={text(open === 'new' ? 'ui.members.addItem' : 'ui.members.editItem')}
        closeLabel={text('ui.close')}
      >
        {open !== undefined ? (
          <ItemForm
            key={open === 'new' ? 'new' : open.id}
            item={open === 'new' ? undefined : open}
            {...{ member, tenantId }}
            forget={forget}
            onDone={close}
          />
        ) : null}
      </Dialog>
      <EndItem item={ending} tenantId={tenantId} onClose={() => setEnding(undefined)} />
    </Card>
  )
}

const toDraft = (item: MemberSubscription): MemberItemDraft => ({
  title: item.title,
  productId: item.productId,
  planId: item.planId ?? '',
  status: memberStatuses.find(each => each === item.status) ?? 'active',
  price: item.price ?? '',
  startsOn: item.startDate ?? '',
  endsOn: item.endDate ?? '',
})

interface ItemFormProps extends OfMember {
  /** Left out, it adds one. */
  item: MemberSubscription | undefined
  /** Set to what forgets the draft: the dialog around it is closed. */
  forget: RefObject<(() => void) | undefined>
  onDone: () => void
}

function ItemForm({ item, member, tenantId, forget, onDone }: ItemFormProps) {
  const { text } = useMemberTexts()
  const told = { success: text('ui.members.itemSaved'), failure: handledByCaller }
  const add = useWrite(members.addItem, told)
  const change = useWrite(members.updateItem, told)
  const { session } = useKinora()
  const { userId } = member
  const storedOf = ({ subscriptionItems, version }: Member) => {
    const stored = subscriptionItems.find(({ id }) => id === item?.id)
    return { values: stored === undefined ? newMemberItem : toDraft(stored), version }
  }
  const [stored] = useState(() => storedOf(member))
  const draft = useDraft<MemberItemDraft, Member>({
    stored,
    check: checkMemberItem,
    save: (values, { changes, version }) =>
      item === undefined
        ? add.send({ tenantId, userId, ...values })
        : change.send({ tenantId, itemId: item.id, ...changes, version }),
    refresh: () => session.send(members.fetch, { tenantId, userId }).then(storedOf),
    onSaved: onDone,
    keep: `members ${tenantId} ${userId} ${item?.id ?? 'new'}`,
    staysWhenLeft: true,
  })
  forget.current = draft.forget
  return (
    <form
      className="kn-members-panel"
      noValidate
      onSubmit={event => {
        event.preventDefault()
        // The page around the dialog is a form, too.
        event.stopPropagation()
        void draft.save()
      }}
    >
      <DraftConflicts
        draft={draft}
        labels={name => ({ label: text(`field.${name as keyof MemberItemDraft}`) })}
      />
      {draft.message === undefined ? null : (
        <p className="kn-field-error" role="alert">
          {draft.message}
        </p>
      )}
      <ItemFields draft={draft} isImported={item !== undefined && item.source !== HAND_SOURCE} />
      <div className="kn-members-acts">
        <Button onClick={onDone}>{text('ui.cancel')}</Button>
        <Button type="submit" variant="primary" loading={draft.isSaving}>
          {text('ui.members.saveItem')}
        </Button>
      </div>
    </form>
  )
}

/** What names an item that an import has brought is the import’s. */
function ItemFields({ draft, isImported }: { draft: Draft<MemberItemDraft>; isImported: boolean }) {
  const texts = useMemberTexts()
  const { text } = texts
  const keyHelp = isImported ? text('ui.members.keyHelp') : undefined
  const input = isImported ? { readOnly: true } : undefined
  return (
    <>
      <DraftText draft={draft} name="title" max={limits.text} help={keyHelp} input={input} />
      <DraftField draft={draft} name="status">
        {({ value, set }) => (
          <Select
            value={value}
            options={memberStatuses.map(status => ({ value: status, label: toStateName(status, texts) }))}
            onChange={status => set(memberStatuses.find(each => each === status) ?? value)}
          />
        )}
      </DraftField>
      <FieldColumns>
        <DraftField draft={draft} name="startsOn">
          {({ value, set }) => <DayInput value={value} onChange={set} />}
        </DraftField>
        <DraftField draft={draft} name="endsOn" help={text('ui.members.endHelp')}>
          {({ value, set }) => <DayInput value={value} onChange={set} />}
        </DraftField>
      </FieldColumns>
      <FieldColumns>
        <DraftText draft={draft} name="productId" help={keyHelp} input={input} />
        <DraftText draft={draft} name="planId" />
      </FieldColumns>
      <DraftText draft={draft} name="price" help={text('ui.members.priceHelp')} />
    </>
  )
}

interface EndItemProps {
  item: MemberSubscription | undefined
  tenantId: string
  onClose: () => void
}

function EndItem({ item, tenantId, onClose }: EndItemProps) {
  const texts = useMemberTexts()
  const { text, error } = texts
  const end = useWrite(members.endItem, { success: text('ui.members.itemEnded'), failure: handledByCaller })
  return (
    <ConfirmDialog
      open={item !== undefined}
      onClose={onClose}
      title={item && text('ui.members.endTitle', { name: nameOf(item, texts) })}
      text={text('ui.members.endText')}
      confirmLabel={text('ui.members.endItem')}
      cancelLabel={text('ui.cancel')}
      closeLabel={text('ui.close')}
      busy={end.isPending}
      error={end.error === null ? undefined : error(end.error)}
      onConfirm={async () => {
        if (item === undefined) return
        const { kind } = await end.send({ tenantId, itemId: item.id })
        if (kind === 'done') onClose()
      }}
    />
  )
}
