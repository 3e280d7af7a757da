import {
  editableFields,
  type Metadata,
  ownChannels,
  TitleEdit,
  titleLimits,
  toIntensityKey,
  toSkillBand,
} from '@kinora/core'
import { X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { DatePicker } from '../../kernel/date-picker.tsx'
import { type FormFields, isFrozen } from '../../kernel/form-fields.ts'
import { languageOptions, type SayLanguage } from '../../kernel/language-names.ts'
import { MomentInput } from '../../kernel/moment-input.tsx'
import { useDates } from '../../kernel/use-dates.ts'
import { Checkbox } from '../../ui/form/checkbox.tsx'
import { Field } from '../../ui/form/field.tsx'
import { ScaleInput } from '../../ui/form/scale-input.tsx'
import { TextArea, TextInput } from '../../ui/form/text-input.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Combobox } from '../../ui/picker/combobox.tsx'
import { MultiSelect } from '../../ui/picker/multi-select.tsx'
import { NativeSelect } from '../../ui/picker/native-select.tsx'
import type { Option } from '../../ui/picker/option.tsx'
import { Select } from '../../ui/picker/select.tsx'
import { KeywordsInput } from '../editor/keywords-input.tsx'
import { fromDayInput, pickLists, toDayInput } from '../editor/title-draft.ts'
import { channelOptions, namedOptions, subCategoryOptions } from '../list/filters.ts'
import { type TitleJobTexts, useTitleJobTexts } from './job-words.ts'

interface BulkFieldsProps {
  edit: TitleEdit
  onChange: (edit: TitleEdit) => void
  metadata: Metadata | undefined
  /** What can't be changed here isn't offered. */
  fields: FormFields<EditField> | undefined
  /** What is wrong with it. */
  problem: string | undefined
}

/** Which fields of many titles are changed, and to what. */
export function BulkFields({ edit, onChange, metadata, fields: modes, problem }: BulkFieldsProps) {
  const { text } = useTitleJobTexts()
  const [fields, setFields] = useState<readonly EditField[]>(Object.keys(edit) as EditField[])
  const left = editableFields.filter(field => !fields.includes(field) && !isFrozen(modes, field))
  const set = (field: EditField, value: unknown) => {
    const { [field]: _, ...rest } = edit
    onChange(value === undefined ? rest : { ...edit, [field]: value })
  }
  const { list, follow } = useFocusOnAdded(fields)
  const add = (field: EditField) => {
    setFields([...fields, field])
    follow(field)
    const start = startOf(field)
    set(field, start)
  }
  const remove = (field: EditField) => {
    setFields(fields.filter(each => each !== field))
    const { [field]: _, ...rest } = edit
    onChange(rest)
  }
  return (
    <div className="kn-bulk-fields" ref={list}>
      {fields.map(field => (
        <div key={field} className="kn-bulk-field" data-field={field}>
          <BulkField {...{ field, edit, metadata }} onChange={value => set(field, value)} />
          <IconButton
            label={text('ui.jobs.removeField', { field: text(`field.${field}`) })}
            icon={<X size={16} aria-hidden="true" />}
            onClick={() => remove(field)}
          />
        </div>
      ))}
      {left.length > 0 ? (
        <Field label={text('ui.jobs.addField')}>
          <Select
            value={null}
            onChange={field => add(field as EditField)}
            options={left.map(field => ({ value: field, label: text(`field.${field}`) }))}
            placeholder={text('ui.jobs.chooseField')}
          />
        </Field>
      ) : null}
      {problem === undefined ? null : (
        <p className="kn-field-error" role="alert">
          {problem}
        </p>
      )}
    </div>
  )
}

const CONTROL = ':is(input, textarea, select, button, [contenteditable=true]):not(:disabled)'

/** Who chose a field goes on with its value: the focus goes there, once the list of choices has given it back. */
function useFocusOnAdded(fields: readonly EditField[]) {
  const list = useRef<HTMLDivElement>(null)
  const added = useRef<EditField>(undefined)
  useEffect(() => {
    if (added.current === undefined || !fields.includes(added.current)) return
    const wanted = `[data-field="${added.current}"] ${CONTROL}`
    added.current = undefined
    const frame = requestAnimationFrame(() => list.current?.querySelector<HTMLElement>(wanted)?.focus())
    return () => cancelAnimationFrame(frame)
  }, [fields])
  const follow = (field: EditField) => {
    added.current = field
  }
  return { list, follow }
}

export type EditField = keyof TitleEdit

const lists = ['equipmentIds', 'focusAreaIds', 'labelIds', 'keywords'] as const
type ListField = (typeof lists)[number]
const isList = (field: EditField): field is ListField => lists.some(list => list === field)

/** Whether nothing is a value of a field, as of a category; a text is emptied by writing nothing. */
const mayBeEmpty = (field: EditField): boolean => TitleEdit.shape[field].safeParse(null).success

/** What a field begins with where it has no value that has to be chosen. */
function startOf(field: EditField): unknown {
  if (isList(field)) return { how: 'add', values: [] }
  return field === 'classDescription' || field === 'instructor' ? '' : undefined
}

interface BulkFieldProps {
  field: EditField
  edit: TitleEdit
  metadata: Metadata | undefined
  onChange: (value: unknown) => void
}

/** The control of one field, named as in the form of a title, and a tick that leaves the field empty where it may be. */
function BulkField(props: BulkFieldProps) {
  const { field, edit, onChange } = props
  const { text } = useTitleJobTexts()
  const { zone } = useDates()
  const isScale = field === 'skill' || field === 'intensity'
  const isEmpty = edit[field] === null
  return (
    <div className="kn-bulk-value">
      <Field
        label={text(`field.${field}`)}
        group={isScale}
        help={field === 'scheduleDate' ? text('ui.editor.releaseDateHelp', { zone }) : undefined}
      >
        {isEmpty ? (
          <TextInput readOnly value={text('ui.empty')} />
        ) : isList(field) ? (
          <ListControl {...props} field={field} />
        ) : (
          <Control {...props} />
        )}
      </Field>
      {mayBeEmpty(field) ? (
        <Checkbox
          label={text('ui.jobs.makeEmpty', { field: text(`field.${field}`) })}
          checked={isEmpty}
          onChange={event => onChange(event.target.checked ? null : undefined)}
        />
      ) : null}
    </div>
  )
}

function Control({ field, edit, metadata, onChange }: BulkFieldProps) {
  const texts = useTitleJobTexts()
  const { text } = texts
  switch (field) {
    case 'skill':
    case 'intensity': {
      const describe = (step: number) =>
        text(field === 'skill' ? `ui.titles.skill.${toSkillBand(step)}` : toIntensityKey(step))
      return <ScaleInput value={edit[field] ?? null} onChange={onChange} describe={describe} />
    }
    case 'classDescription':
      return <TextArea value={edit[field] ?? ''} onChange={event => onChange(event.target.value)} />
    case 'instructor':
    case 'alternateLink':
      return <TextInput value={edit[field] ?? ''} onChange={event => onChange(event.target.value)} />
    case 'scheduleDate':
      return <MomentInput value={edit[field] ?? null} onChange={value => onChange(value ?? undefined)} />
    case 'startDate':
    case 'endDate':
      return (
        <DatePicker
          value={toDayInput(edit[field] ?? null)}
          onChange={day => onChange(fromDayInput(day, field === 'startDate' ? 'start' : 'end') ?? undefined)}
        />
      )
    case 'isActive':
    case 'isEquipment':
    case 'IsAutoPublish':
    case 'contentType':
      return (
        <Select
          value={edit[field] === undefined ? null : String(edit[field])}
          onChange={value => onChange(field === 'contentType' ? Number(value) : value === 'true')}
          options={field === 'contentType' ? types(texts) : switches(texts)}
          placeholder={text('ui.empty')}
        />
      )
    default:
      return (
        <Combobox
          value={edit[field as ChoiceField] ?? null}
          onChange={onChange}
          options={choicesOf(field as ChoiceField, edit, metadata, texts.text)}
          loading={metadata === undefined}
          placeholder={text('ui.empty')}
          searchLabel={text('ui.list.searchFilter', { name: text(`field.${field}`) })}
          emptyText={text('ui.noMatch')}
        />
      )
  }
}

const switches = ({ text }: TitleJobTexts): Option[] => [
  { value: 'true', label: text('ui.yes') },
  { value: 'false', label: text('ui.no') },
]
const types = ({ text }: TitleJobTexts): Option[] =>
  ([1, 2] as const).map(type => ({ value: String(type), label: text(`ui.titles.type${type}`) }))

type ChoiceField = 'classCategoryId' | 'classSubCategoryId' | 'classLanguageCode' | 'channelId'

function choicesOf(
  field: ChoiceField,
  edit: TitleEdit,
  metadata: Metadata | undefined,
  text: SayLanguage,
): Option[] {
  switch (field) {
    case 'classCategoryId':
      return namedOptions(metadata?.categories)
    case 'classSubCategoryId':
      return subCategoryOptions(metadata?.categories.filter(({ id }) => id === (edit.classCategoryId ?? id)))
    case 'classLanguageCode':
      return languageOptions(text)
    case 'channelId':
      return channelOptions(metadata && ownChannels(metadata, undefined))
  }
}

/** A list that each title has of its own: what is added to it, taken off, or put in its place. */
function ListControl({ field, edit, metadata, onChange }: BulkFieldProps & { field: ListField }) {
  const { text } = useTitleJobTexts()
  const { how, values } = edit[field] ?? { how: 'add', values: [] }
  const name = text(`field.${field}`)
  const setValues = (next: string[]) => onChange({ how, values: next })
  return (
    <div className="kn-bulk-list">
      <NativeSelect
        aria-label={text('ui.jobs.how', { field: name })}
        value={how}
        onChange={next => onChange({ how: next, values })}
        options={(['add', 'remove', 'replace'] as const).map(value => ({
          value,
          label: text(`ui.jobs.how.${value}`),
        }))}
      />
      {field === 'keywords' ? (
        <KeywordsInput value={values} onChange={setValues} max={titleLimits.keywords} />
      ) : (
        <MultiSelect
          value={values}
          onChange={setValues}
          options={namedOptions(metadata?.[pickLists[field].from])}
          loading={metadata === undefined}
          placeholder={text(pickLists[field].add)}
          searchLabel={text('ui.list.searchFilter', { name })}
          emptyText={text('ui.noMatch')}
          removeLabel={option => text('ui.removeNamed', { name: option.label })}
        />
      )}
    </div>
  )
}
