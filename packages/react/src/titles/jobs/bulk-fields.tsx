import { editableFields, type Metadata, type TitleEdit } from '@kinora/core'
import { X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Field } from '../../ui/form/field.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Select } from '../../ui/picker/select.tsx'
import { BulkField, type EditField, startOf } from './bulk-field.tsx'
import { useTitleJobTexts } from './texts.ts'

export interface BulkFieldsProps {
  edit: TitleEdit
  onChange: (edit: TitleEdit) => void
  metadata: Metadata | undefined
  /** What is wrong with it. */
  problem: string | undefined
}

/** Which fields of many titles are changed, and to what. */
export function BulkFields({ edit, onChange, metadata, problem }: BulkFieldsProps) {
  const { text } = useTitleJobTexts()
  const [fields, setFields] = useState<readonly EditField[]>(Object.keys(edit) as EditField[])
  const left = editableFields.filter(field => !fields.includes(field))
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
