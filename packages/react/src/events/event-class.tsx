import {
  type EventDraft,
  intensityLabels,
  type Metadata,
  metadata,
  type ScheduledEvent,
  titleLimits,
  toSkillBand,
} from '@kinora/core'
import { useWatch } from 'react-hook-form'
import { DraftField } from '../kernel/draft-field.tsx'
import { DraftText } from '../kernel/draft-text.tsx'
import type { Draft } from '../kernel/use-draft.ts'
import { useRead } from '../kernel/use-read.ts'
import { ScaleInput } from '../ui/form/scale-input.tsx'
import { Card, FieldColumns } from '../ui/form/split-form.tsx'
import { Combobox } from '../ui/picker/combobox.tsx'
import { MultiSelect } from '../ui/picker/multi-select.tsx'
import { Select } from '../ui/picker/select.tsx'
import { EventClassField } from './event-class-field.tsx'
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
  return (
    <Card title={text('ui.editor.class')}>
      <EventClassField draft={draft} event={event} tenantId={tenantId} />
      <CategoryFields draft={draft} choices={data} />
      <FieldColumns>
        <DraftField draft={draft} name="classLanguageCode" label={text('field.classLanguageCode')}>
          {({ value, set }) => (
            <Select
              value={value}
              onChange={set}
              options={(data?.languages ?? []).map(({ ietfTag, name }) => ({ value: ietfTag, label: name }))}
              placeholder={text('ui.editor.chooseLanguage')}
            />
          )}
        </DraftField>
        <DraftText draft={draft} name="instructor" label={text('field.instructor')} max={40} />
      </FieldColumns>
      <FieldColumns>
        <DraftField draft={draft} name="skill" label={text('field.skill')} group>
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
        <DraftField draft={draft} name="intensity" label={text('field.intensity')} group>
          {({ value, set }) => (
            <ScaleInput
              value={value}
              onChange={set}
              describe={step => intensityLabels[step - 1] ?? ''}
              lowLabel={intensityLabels[0]}
              highLabel={intensityLabels.at(-1)}
            />
          )}
        </DraftField>
      </FieldColumns>
      <FieldColumns>
        <Picks draft={draft} name="equipmentIds" entries={data?.equipments} words="Equipment" />
        <Picks draft={draft} name="focusAreaIds" entries={data?.focusAreas} words="FocusArea" />
        <Picks draft={draft} name="labelIds" entries={data?.labels} words="Label" />
      </FieldColumns>
    </Card>
  )
}

function CategoryFields({ draft, choices }: EventClassProps & { choices: Metadata | undefined }) {
  const { text } = useEventFormTexts()
  const chosen = useWatch({ control: draft.form.control, name: 'classCategoryId' })
  const categories = choices?.categories ?? []
  const subs = categories.find(({ id }) => id === chosen)?.subCategories ?? []
  return (
    <FieldColumns>
      <DraftField draft={draft} name="classCategoryId" label={text('field.classCategoryId')}>
        {({ value, set }) => (
          <Combobox
            value={value}
            onChange={id => {
              set(id)
              draft.form.setValue('classSubCategoryId', null, { shouldDirty: true })
            }}
            options={categories.map(({ id, displayName }) => ({ value: id, label: displayName }))}
            loading={choices === undefined}
            placeholder={text('ui.editor.chooseCategory')}
            searchLabel={text('ui.editor.searchCategory')}
            emptyText={text('ui.noMatch')}
          />
        )}
      </DraftField>
      <DraftField draft={draft} name="classSubCategoryId" label={text('field.classSubCategoryId')}>
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
  words: 'Equipment' | 'FocusArea' | 'Label'
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
          placeholder={text(`ui.editor.add${words}`)}
          searchLabel={text(`ui.editor.search${words}`)}
          emptyText={text('ui.noMatch')}
          removeLabel={option => text('ui.editor.remove', { name: option.label })}
        />
      )}
    </DraftField>
  )
}
