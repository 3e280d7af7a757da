import {
  availabilityFlags,
  type ChannelDraft,
  type ChannelRecord,
  channelKinds,
  channels,
  checkChannel,
  effectsOf,
  limits,
  newChannel,
  nowhere,
  type PublishingChange,
  providers,
  Role,
} from '@kinora/core'
import { useRef, useState } from 'react'
import { useWatch } from 'react-hook-form'
import { DraftSwitch } from '../kernel/active.tsx'
import { DraftField, DraftText } from '../kernel/draft-field.tsx'
import { DraftForm } from '../kernel/draft-form.tsx'
import { DraftImage } from '../kernel/draft-image.tsx'
import { unlessHidden } from '../kernel/form-fields.ts'
import { useUser } from '../kernel/provider.tsx'
import { type FormPageProps, ReadRow, type RowPage, useRowDraft } from '../kernel/row-form.tsx'
import type { Draft } from '../kernel/use-draft.ts'
import { useRead } from '../kernel/use-read.ts'
import { useFailureToast } from '../kernel/use-write.ts'
import { PublishingReview } from '../publishing/publishing-review.tsx'
import { ButtonLink } from '../ui/button.tsx'
import { CheckboxGroup } from '../ui/form/checkbox.tsx'
import { Card } from '../ui/form/split-form.tsx'
import { SwitchWord } from '../ui/form/switch.tsx'
import { Combobox } from '../ui/picker/combobox.tsx'
import { ActiveBadge } from '../ui/status/badge.tsx'
import { useChannelTexts } from './texts.ts'

export interface ChannelFormProps extends Omit<FormPageProps<keyof ChannelDraft>, 'onDeleted'> {
  /** Where a stored channel is published to tenants: the second step (CHAN-10). */
  publishHref?: (tag: string) => string
}

const calls = { calls: channels, idKey: 'tag', history: 'channels' } as const

/** Adds or changes a channel (CHAN-01 to CHAN-10, CHAN-17); one that may only be seen shows what it holds. */
export function ChannelForm(props: ChannelFormProps) {
  const { text } = useChannelTexts()
  return (
    <ReadRow {...props} {...calls} noun="channels" words={text} nameKey="displayName">
      {page => <Open {...props} {...page} />}
    </ReadRow>
  )
}

/** A save that takes titles off sites asks first. */
function Open(props: ChannelFormProps & RowPage<ChannelRecord>) {
  const { row: channel, page, publishHref } = props
  const { text } = useChannelTexts()
  const { role } = useUser()
  const manages = role === Role.Admin || role === Role.Support
  const { asked, confirm, answer } = useQuestion()
  const draft = useRowDraft({
    ...props,
    ...calls,
    start: newChannel,
    check: checkChannel,
    confirm,
    invalidates,
  })
  useFailureToast(draft.attempt, draft.write.error)
  const href = channel && publishHref?.(channel.tag)
  return (
    <>
      <DraftForm
        {...page}
        draft={draft}
        badge={unlessHidden(
          draft.fields,
          'active',
          channel && (
            <ActiveBadge
              active={channel.active}
              texts={{ active: text('field.active'), inactive: text('ui.state.Inactive') }}
            />
          ),
        )}
        text={channel ? undefined : text('ui.channels.publishLater')}
        unusable={manages ? undefined : text('ui.channels.readText')}
        actions={manages && href ? <ButtonLink href={href}>{text('ui.channels.publish')}</ButtonLink> : null}
        labels={Object.fromEntries(
          availabilityFlags.map(place => [`Availability.${place}`, text(`ui.channels.${place}`)]),
        )}
      >
        <ChannelFields draft={draft} channel={channel} manages={manages} />
        <ChannelImages draft={draft} disabled={!manages} />
      </DraftForm>
      <ChannelReview asked={asked} name={page.title} onAnswer={answer} />
    </>
  )
}

interface ChannelReviewProps {
  /** Undefined while nothing is asked. */
  asked: Question | undefined
  /** Undefined where the host hides it. */
  name: string | undefined
  onAnswer: (goesOn: boolean) => void
}

/** C-103, C-104: asks whether titles may be taken off sites. */
function ChannelReview({ asked, name, onAnswer }: ChannelReviewProps) {
  const { text } = useChannelTexts()
  if (asked === undefined) return null
  const isDeactivated = asked.kind === 'deactivated'
  return (
    <PublishingReview
      changes={asked.changes}
      title={
        isDeactivated
          ? text('ui.channels.deactivateTitle', { count: 1 })
          : name === undefined
            ? text('ui.nav.channels')
            : text('ui.channels.clubOnlyTitle', { name })
      }
      text={text(isDeactivated ? 'ui.channels.deactivateText' : 'ui.channels.clubOnlyText')}
      confirmLabel={text('ui.channels.saveAnyway')}
      busy={false}
      onConfirm={() => onAnswer(true)}
      onClose={() => onAnswer(false)}
    />
  )
}

interface ChannelFieldsProps {
  draft: Draft<ChannelDraft>
  /** Undefined for a new one. */
  channel: ChannelRecord | undefined
  /** Whether the person may change channels. */
  manages: boolean
}

/** CHAN-04 to CHAN-07: what the channel is, whose it is, and where it is shown. */
function ChannelFields({ draft, channel, manages }: ChannelFieldsProps) {
  const { text } = useChannelTexts()
  const read = useRead(providers.list, {}, { enabled: manages })
  const isActive = useWatch({ control: draft.form.control, name: 'active' })
  const offered = read.data && [...read.data.data, ...read.data.tenantProviders]
  return (
    <>
      <Card>
        <DraftText draft={draft} name="name" max={limits.text} required />
        <DraftField draft={draft} name="providerId" required>
          {({ value, set }) => (
            <Combobox
              value={value}
              onChange={set}
              disabled={!manages}
              options={(offered ?? []).map(({ tag, displayName, email }) => ({
                value: tag,
                label: displayName,
                help: email,
              }))}
              chosenLabel={channel?.providerName}
              loading={manages && offered === undefined}
              placeholder={text('ui.choose.provider')}
              searchLabel={text('ui.search.providers')}
              emptyText={text('ui.noMatch')}
            />
          )}
        </DraftField>
        <DraftText draft={draft} name="displayName" max={limits.text} required={isActive} />
        <DraftText draft={draft} name="description" max={limits.description} required={isActive} multiline />
      </Card>
      <Card>
        <DraftField draft={draft} name="Availability" group>
          {({ value, set }) => (
            <CheckboxGroup
              values={availabilityFlags.filter(place => value[place])}
              onChange={chosen =>
                set({ ...nowhere, ...Object.fromEntries(chosen.map(place => [place, true])) })
              }
              options={availabilityFlags.map(place => ({
                value: place,
                label: text(`ui.channels.${place}`),
              }))}
            />
          )}
        </DraftField>
        <DraftField draft={draft} name="kinds" help={text('ui.channels.kindsHelp')} group>
          {({ value, set }) => (
            <CheckboxGroup
              values={value}
              onChange={set}
              options={channelKinds.map(kind => ({ value: kind, label: text(`ui.channels.kind.${kind}`) }))}
            />
          )}
        </DraftField>
        <DraftSwitch
          draft={draft}
          name="active"
          label={text('field.active')}
          word={on => <SwitchWord isOn={on} on={text('ui.yes')} off={text('ui.no')} />}
          help={text('ui.channels.activeHelp')}
        />
      </Card>
    </>
  )
}

/** CHAN-08, CHAN-17: both images, each checked by its rule, with its preview. */
function ChannelImages({ draft, disabled }: { draft: Draft<ChannelDraft>; disabled: boolean }) {
  const { text } = useChannelTexts()
  const required = useWatch({ control: draft.form.control, name: 'active' })
  const picture = { draft, disabled, removable: !disabled, required }
  return (
    <Card title={text('ui.channels.images')}>
      <DraftImage
        {...picture}
        name="profileImageUrl"
        alt={text('field.profileImageUrl')}
        kind="channelProfile"
        asset="profile"
      />
      <DraftImage
        {...picture}
        name="mediaSpaceImageUrl"
        alt={text('field.mediaSpaceImageUrl')}
        kind="mediaSpace"
        asset="mediaSpace"
      />
    </Card>
  )
}

const invalidates = ['channels', 'metadata', 'titles', 'favourites'] as const

/** What saving would take off sites (C-103, C-104). */
interface Question {
  kind: 'deactivated' | 'clubOnly'
  changes: PublishingChange[]
}

/** Asks before a save that takes titles off sites. */
function useQuestion() {
  const [asked, setAsked] = useState<Question>()
  const resolve = useRef<(goesOn: boolean) => void>(undefined)
  return {
    /** Undefined while nothing is asked. */
    asked,
    confirm(values: ChannelDraft, channel: ChannelRecord): Promise<boolean> {
      const next = toQuestion(channel, values)
      if (next === undefined) return Promise.resolve(true)
      setAsked(next)
      return new Promise(done => {
        resolve.current = done
      })
    },
    /** Goes on with the save that was asked about, or leaves it. */
    answer(goesOn: boolean) {
      setAsked(undefined)
      resolve.current?.(goesOn)
    },
  }
}

/** C-103, C-104: what the save takes off sites. */
function toQuestion(channel: ChannelRecord, values: ChannelDraft): Question | undefined {
  const [kind] = effectsOf(channel, values)
  if (kind === undefined) return undefined
  const { tag, tenants } = channel
  if (kind === 'deactivated') return { kind, changes: [{ tenantId: null, publish: [], unpublish: [tag] }] }
  const changes = tenants.map(tenantId => ({ tenantId, publish: [], unpublish: [tag] }))
  return changes.length === 0 ? undefined : { kind, changes }
}
