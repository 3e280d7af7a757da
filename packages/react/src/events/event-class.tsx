import {
  type EventDraft,
  EventType,
  filledBy,
  isExternal,
  type Metadata,
  metadata,
  type ScheduledEvent,
  type Title,
  titleLimits,
  toIntensityKey,
  toSkillBand,
} from '@kinora/core'
import { useState } from 'react'
import { useWatch } from 'react-hook-form'
import { DraftField, DraftText } from '../kernel/draft-field.tsx'
import { freezeWith, setFollower } from '../kernel/form-fields.ts'
import { languageNameIn } from '../kernel/language-names.ts'
import type { Draft } from '../kernel/use-draft.ts'
import { useRead } from '../kernel/use-read.ts'
import { ScaleInput } from '../ui/form/scale-input.tsx'
import { Card, FieldColumns } from '../ui/form/split-form.tsx'
import { Combobox } from '../ui/picker/combobox.tsx'
import { MultiSelect } from '../ui/picker/multi-select.tsx'
import { Select } from '../ui/picker/select.tsx'
import { ClassPick } from './class-pick.tsx'
import { useEventFormTexts } from './form-texts.ts'

interface EventClassProps {
  draft: Draft<EventDraft>
}

interface EventClassCardProps extends EventClassProps {
  event: ScheduledEvent | undefined
  tenantId: string
}

/** EVENT-18: what describes the class of an event. */
export function EventClass({ draft, event, tenantId }: EventClassCardProps) {
  const { text } = useEventFormTexts()
  const { data } = useRead(metadata.view, {})
  const band = (skill: number) => text(`ui.titles.skill.${toSkillBand(skill)}`)
  const intensity = (step: number) => text(toIntensityKey(step))
  return (
    <Card title={text('ui.class')}>
      <EventClassField draft={draft} event={event} tenantId={tenantId} />
      <CategoryFields draft={draft} choices={data} />
      <FieldColumns>
        <DraftField draft={draft} name="classLanguageCode">
          {({ value, set }) => (
            <Select
              value={value}
              onChange={set}
              options={(data?.languages ?? []).map(({ ietfTag }) => ({
                value: ietfTag,
                label: languageNameIn(text, ietfTag),
              }))}
              placeholder={text('ui.choose.language')}
            />
          )}
        </DraftField>
        <DraftText draft={draft} name="instructor" max={40} />
      </FieldColumns>
      <FieldColumns>
        <DraftField draft={draft} name="skill" group>
          {({ value, set }) => (
            <ScaleInput
              value={value}
              onChange={set}
              describe={band}
              lowLabel={band(1)}
              highLabel={band(10)}
            />
          )}
        </DraftField>
        <DraftField draft={draft} name="intensity" group>
          {({ value, set }) => (
            <ScaleInput
              value={value}
              onChange={set}
              describe={intensity}
              lowLabel={intensity(1)}
              highLabel={intensity(10)}
            />
          )}
        </DraftField>
      </FieldColumns>
      <FieldColumns>
        <Picks draft={draft} name="equipmentIds" entries={data?.equipments} words="equipment" />
        <Picks draft={draft} name="focusAreaIds" entries={data?.focusAreas} words="focusArea" />
        <Picks draft={draft} name="labelIds" entries={data?.labels} words="label" />
      </FieldColumns>
    </Card>
  )
}

function CategoryFields({ draft, choices }: EventClassProps & { choices: Metadata | undefined }) {
  const { text } = useEventFormTexts()
  const chosen = useWatch({ control: draft.form.control, name: 'classCategoryId' })
  const followers = { classCategoryId: 'classSubCategoryId' }
  const fields = freezeWith(draft.fields, draft.form.getValues(), followers)
  const categories = choices?.categories ?? []
  const subs = categories.find(({ id }) => id === chosen)?.subCategories ?? []
  return (
    <FieldColumns>
      <DraftField draft={{ ...draft, fields }} name="classCategoryId">
        {({ value, set }) => (
          <Combobox
            value={value}
            onChange={id => {
              set(id)
              setFollower(draft, 'classSubCategoryId', null, { shouldDirty: true })
            }}
            options={categories.map(({ id, displayName }) => ({ value: id, label: displayName }))}
            loading={choices === undefined}
            placeholder={text('ui.editor.chooseCategory')}
            searchLabel={text('ui.editor.searchCategory')}
            emptyText={text('ui.noMatch')}
          />
        )}
      </DraftField>
      <DraftField draft={draft} name="classSubCategoryId">
        {({ value, set }) => (
          <Select
            value={value}
            disabled={subs.length === 0}
            onChange={set}
            options={subs.map(sub => ({ value: sub.subCategoryId, label: sub.name.invariantText }))}
            placeholder={text(chosen === null ? 'ui.editor.subCategoryFirst' : 'ui.editor.chooseSubCategory')}
          />
        )}
      </DraftField>
    </FieldColumns>
  )
}

interface PicksProps extends EventClassProps {
  name: 'equipmentIds' | 'focusAreaIds' | 'labelIds'
  entries: readonly { id: string; displayName: string }[] | undefined
  words: 'equipment' | 'focusArea' | 'label'
}

/** VAL-09: up to three. */
function Picks({ draft, name, entries, words }: PicksProps) {
  const { text } = useEventFormTexts()
  return (
    <DraftField draft={draft} name={name} label={text(`field.${name}`)}>
      {({ value, set }) => (
        <MultiSelect
          value={entries === undefined ? [] : value}
          onChange={set}
          options={(entries ?? []).map(({ id, displayName }) => ({ value: id, label: displayName }))}
          disabled={entries === undefined}
          loading={entries === undefined}
          limit={titleLimits.picks}
          limitText={text('validation.maxOptions', { max: titleLimits.picks })}
          placeholder={text(`ui.add.${words}`)}
          searchLabel={text(`ui.search.${words}`)}
          emptyText={text('ui.noMatch')}
          removeLabel={option => text('ui.removeNamed', { name: option.label })}
        />
      )}
    </DraftField>
  )
}

/** EVENT-07: the class that is attached. What it says of itself fills what is still empty. */
function EventClassField({ draft, event, tenantId }: EventClassCardProps) {
  const { text } = useEventFormTexts()
  const [found, setFound] = useState<Title>()
  const { control } = draft.form
  const type = useWatch({ control, name: 'type' })
  const eventSource = useWatch({ control, name: 'eventSource' })
  if (isExternal({ type, eventSource })) return null
  const nameOf = (tag: string) => [found, event?.video].find(known => known?.tag === tag)?.className ?? tag
  return (
    <DraftField
      draft={draft}
      name="contentId"
      help={type === EventType.Scheduled ? text('ui.events.classHint') : undefined}
      group
    >
      {({ value, set }) => (
        <ClassPick
          tenantId={tenantId}
          name={value === null ? undefined : nameOf(value)}
          onChoose={title => {
            setFound(title)
            fill(draft, title)
          }}
          onRemove={() => set(null)}
        />
      )}
    </DraftField>
  )
}

function fill(draft: Draft<EventDraft>, title: Title): void {
  for (const [name, value] of Object.entries(filledBy(title, draft.form.getValues())))
    setFollower(draft, name as 'contentId', value as never, { shouldDirty: true, shouldValidate: true })
}
