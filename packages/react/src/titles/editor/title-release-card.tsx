import { fromWireDate, isBlank, isClubOnly, ownChannels, toCalendarDay, toUrl } from '@kinora/core'
import { DatePicker } from '../../kernel/date-picker.tsx'
import { setFollower } from '../../kernel/form-fields.ts'
import { MomentInput } from '../../kernel/moment-input.tsx'
import { toOffset, toWallClock, useDates } from '../../kernel/use-dates.ts'
import { Card, FieldColumns } from '../../ui/form/split-form.tsx'
import { TextInput } from '../../ui/form/text-input.tsx'
import { Combobox } from '../../ui/picker/combobox.tsx'
import { useTitleEditorTexts } from '../editor-texts.ts'
import { fromDayInput, toDayInput } from './title-draft.ts'
import { useDraftValue, useShown, useTitleEditorView } from './title-editor-context.tsx'
import { FieldOfTitle, TitleSwitch, useOwner } from './title-field.tsx'

/** Where and when the class appears: provider, channel, dates, switches. */
export function TitleReleaseCard() {
  const { text } = useTitleEditorTexts()
  if (!useShown(releaseControls)) return null
  return (
    <Card title={text('ui.editor.release')}>
      <FieldColumns>
        <ProviderField />
        <ChannelField />
        <ReleaseDateField />
      </FieldColumns>
      <FieldColumns>
        <DayField edge="start" />
        <DayField edge="end" />
        <AlternateLinkField />
      </FieldColumns>
      <FieldColumns>
        <AutoPublishSwitch />
        <ActiveSwitch />
      </FieldColumns>
    </Card>
  )
}

const AlternateLinkField = () => (
  <FieldOfTitle name="alternateLink">
    {({ value, set, blur }) => (
      <TextInput
        type="url"
        inputMode="url"
        value={value ?? ''}
        onChange={event => set(event.target.value === '' ? null : event.target.value)}
        onBlur={() => {
          if (!isBlank(value) && value !== toUrl(value!)) set(toUrl(value!))
          blur()
        }}
      />
    )}
  </FieldOfTitle>
)

function AutoPublishSwitch() {
  const { text } = useTitleEditorTexts()
  return <TitleSwitch name="IsAutoPublish" help={text('ui.editor.autoPublishHelp')} />
}

function ActiveSwitch() {
  const { text } = useTitleEditorTexts()
  return <TitleSwitch name="isActive" help={text('ui.editor.activeHelp')} />
}

/** Administrators name the provider. */
function ProviderField() {
  const editor = useTitleEditorView()
  const { metadata, title, isAdmin } = editor
  const { text } = useTitleEditorTexts()
  if (!isAdmin) return null
  const options = (metadata?.providers ?? []).map(({ id, displayName, email }) => ({
    value: id,
    label: displayName,
    help: email,
  }))
  return (
    <FieldOfTitle name="providerId" required>
      {({ value, set }) => (
        <Combobox
          value={value}
          onChange={id => {
            set(id)
            if (id !== value) setFollower(editor, 'channelId', null)
          }}
          options={options}
          chosenLabel={title?.provider}
          loading={metadata === undefined}
          placeholder={text('ui.choose.provider')}
          searchLabel={text('ui.search.providers')}
          emptyText={text('ui.noMatch')}
        />
      )}
    </FieldOfTitle>
  )
}

function ChannelField() {
  const { metadata, title } = useTitleEditorView()
  const { text } = useTitleEditorTexts()
  const owner = useOwner()
  const waits = owner !== undefined && owner.providerId === null
  const providerId = owner === undefined ? (title?.providerId ?? undefined) : owner.providerId
  const offered = metadata === undefined ? [] : ownChannels(metadata, providerId)
  const options = offered.map(channel => ({
    value: channel.id,
    label: channel.displayName || channel.name,
    help: isClubOnly(channel.Availability) ? text('ui.editor.clubOnly') : channel.providerName,
  }))
  const chosen = useDraftValue('channelId')
  const channel = metadata?.channels.find(found => found.id === chosen)
  const clubOnly = channel !== undefined && isClubOnly(channel.Availability)
  const foreign = channel !== undefined && !offered.includes(channel)
  const help = foreign ? text('title.channelForeign') : clubOnly ? text('ui.editor.clubOnly') : undefined
  return (
    <FieldOfTitle name="channelId" help={help}>
      {({ value, set }) => (
        <Combobox
          value={value}
          onChange={set}
          options={options}
          chosenLabel={title?.channelName}
          disabled={waits}
          loading={metadata === undefined}
          placeholder={text(waits ? 'ui.choose.providerFirst' : 'ui.choose.channel')}
          searchLabel={text('ui.search.channels')}
          emptyText={text('ui.noMatch')}
        />
      )}
    </FieldOfTitle>
  )
}

/** TITLE-38, C-97: the release date, with its time. */
function ReleaseDateField() {
  const { text } = useTitleEditorTexts()
  const { zone } = useDates()
  const chosen = useDraftValue('scheduleDate')
  const isMoment = chosen !== null && fromWireDate(chosen) !== undefined
  const at = isMoment ? `${zone}, ${toOffset(chosen, zone)}` : zone
  return (
    <FieldOfTitle name="scheduleDate" help={text('ui.editor.releaseDateHelp', { zone: at })}>
      {({ value, set, blur }) => <MomentInput value={value} onChange={set} onBlur={blur} />}
    </FieldOfTitle>
  )
}

function DayField({ edge }: { edge: 'start' | 'end' }) {
  const name = `${edge}Date` as const
  const { form } = useTitleEditorView()
  const other = useDraftValue(edge === 'start' ? 'endDate' : 'startDate')
  const help = useSiteDateHelp(edge)
  return (
    <FieldOfTitle name={name} help={help}>
      {({ value, set, blur }) => (
        <DatePicker
          value={toDayInput(value)}
          min={edge === 'end' ? toDayInput(other) || undefined : undefined}
          onChange={day => {
            set(fromDayInput(day, edge))
            if (edge === 'start' && other !== null) void form.trigger('endDate')
          }}
          onBlur={blur}
        />
      )}
    </FieldOfTitle>
  )
}

/** C-144: from when the site shows the title, and until when; one that is switched off it doesn't show. */
function useSiteDateHelp(edge: 'start' | 'end'): string | undefined {
  const { text, locale } = useTitleEditorTexts()
  const { zone, moment } = useDates()
  const isActive = useDraftValue('isActive')
  const [release, start, end] = [
    useDraftValue('scheduleDate'),
    useDraftValue('startDate'),
    useDraftValue('endDate'),
  ]
  const isDate = (wire: string | null) => wire !== null && fromWireDate(wire) !== undefined
  if (!isActive) return undefined
  if (edge === 'end')
    return isDate(end) ? text('ui.editor.onSiteUntil', { date: toCalendarDay(end!, locale) }) : undefined
  const releaseDay = isDate(release) ? toWallClock(release!, zone).slice(0, 10) : ''
  if (isDate(start) && toDayInput(start) > releaseDay)
    return text('ui.editor.onSiteFrom', { date: toCalendarDay(start!, locale) })
  return isDate(release) ? text('ui.editor.onSiteFrom', { date: moment(release!) }) : undefined
}

/** Each of these alone. */
export const releaseControls = {
  providerId: ProviderField,
  channelId: ChannelField,
  scheduleDate: ReleaseDateField,
  startDate: () => <DayField edge="start" />,
  endDate: () => <DayField edge="end" />,
  alternateLink: AlternateLinkField,
  IsAutoPublish: AutoPublishSwitch,
  isActive: ActiveSwitch,
}
