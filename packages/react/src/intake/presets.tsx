import { languageName, type Title } from '@kinora/core'
import { useState } from 'react'
import { isHidden, withoutFrozen } from '../kernel/form-fields.ts'
import { useAutosavedState } from '../kernel/use-autosaved-state.ts'
import { Button } from '../ui/button.tsx'
import { Field } from '../ui/form/field.tsx'
import { TextInput } from '../ui/form/text-input.tsx'
import { Dialog } from '../ui/overlay/dialog.tsx'
import { NativeSelect } from '../ui/picker/native-select.tsx'
import { type SheetFields, useIntake } from './intake-context.tsx'
import { type Defaults, type StoredDefaults, toDefaults } from './stored-sheet.ts'
import { useIntakeTexts } from './texts.ts'

interface PresetsProps {
  /** The class whose values are named. */
  title: Title | undefined
  /** Fills what is empty in the chosen rows. */
  onApply: (values: Defaults) => void
}

/** How new classes begin: as the last one, by a preset of a name, or with nothing. */
export function Presets({ title, onApply }: PresetsProps) {
  const { text } = useIntakeTexts()
  const { defaults, changeDefaults, host } = useIntake()
  const [isNaming, setNaming] = useState(false)
  const { begin, presets } = defaults
  const chosen = begin.kind === 'preset' ? presets.find(({ name }) => name === begin.name) : undefined
  const held = begin.kind === 'last' ? defaults.last : chosen?.values
  const values = held && withoutFrozen(held, host.fields)
  return (
    <>
      <div className="kn-sheet-begin">
        <span aria-hidden="true">{text('ui.intake.defaults')}</span>
        <NativeSelect
          size="compact"
          aria-label={text('ui.intake.defaults')}
          value={begin.kind === 'preset' ? `preset ${begin.name}` : begin.kind}
          onChange={value => changeDefaults(before => ({ ...before, begin: toBegin(value) }))}
          options={[
            { value: 'none', label: text('ui.intake.defaults.none') },
            { value: 'last', label: text('ui.intake.defaults.last') },
            ...presets.map(({ name }) => ({ value: `preset ${name}`, label: name })),
          ]}
        />
      </div>
      {values === undefined || Object.keys(values).length === 0 ? null : (
        <Button size="compact" onClick={() => onApply(values)}>
          {text('ui.intake.applyPreset')}
        </Button>
      )}
      {title === undefined ? null : (
        <Button size="compact" variant="quiet" onClick={() => setNaming(true)}>
          {text('ui.intake.savePreset')}
        </Button>
      )}
      {chosen === undefined ? null : (
        <Button
          size="compact"
          variant="quiet"
          onClick={() => changeDefaults(before => withoutPreset(before, chosen.name))}
        >
          {text('ui.intake.removePreset')}
        </Button>
      )}
      {isNaming && title !== undefined ? (
        <PresetDialog
          title={title}
          fields={host.fields}
          onClose={() => setNaming(false)}
          onSave={name => changeDefaults(before => withPreset(before, name, toDefaults(title)))}
        />
      ) : null}
    </>
  )
}

interface PresetDialogProps {
  title: Title
  fields: SheetFields | undefined
  onClose: () => void
  onSave: (name: string) => void
}

/** What a preset is called. */
function PresetDialog({ title, fields, onClose, onSave }: PresetDialogProps) {
  const { text } = useIntakeTexts()
  const [start] = useState(() => ({ name: nameOf(title, fields) }))
  const [{ name }, keep, forget] = useAutosavedState('intake preset', start, { staysWhenLeft: true })
  const close = () => {
    forget()
    onClose()
  }
  const save = () => {
    if (name.trim() === '') return
    onSave(name.trim())
    close()
  }
  return (
    <Dialog
      open
      onClose={close}
      title={text('ui.intake.savePreset')}
      closeLabel={text('ui.close')}
      actions={
        <>
          <Button onClick={close}>{text('ui.cancel')}</Button>
          <Button variant="primary" onClick={save}>
            {text('ui.intake.savePreset')}
          </Button>
        </>
      }
    >
      <Field label={text('ui.intake.presetName')} required>
        <TextInput
          value={name}
          onChange={event => keep({ name: event.target.value })}
          onKeyDown={event => {
            // Enter and Escape end a composition first.
            if (event.nativeEvent.isComposing) return event.stopPropagation()
            if (event.key !== 'Enter') return
            event.preventDefault()
            save()
          }}
        />
      </Field>
    </Dialog>
  )
}

const toBegin = (value: string): StoredDefaults['begin'] =>
  value === 'none' || value === 'last'
    ? { kind: value }
    : { kind: 'preset', name: value.replace(/^preset /, '') }

/** "Yoga, Nina Vogt, en-GB" */
function nameOf({ classCategory, instructor, classLanguageCode }: Title, fields: SheetFields | undefined) {
  const language = classLanguageCode !== null && languageName(classLanguageCode) ? classLanguageCode : ''
  const told = { classCategoryId: classCategory, instructor, classLanguageCode: language }
  return Object.entries(told)
    .flatMap(([field, value]) => (value && !isHidden(fields, field) ? [value] : []))
    .join(', ')
}

function withPreset(before: StoredDefaults, name: string, values: Defaults): StoredDefaults {
  const others = before.presets.filter(preset => preset.name !== name)
  return { ...before, presets: [...others, { name, values }], begin: { kind: 'preset', name } }
}

const withoutPreset = (before: StoredDefaults, name: string): StoredDefaults => ({
  ...before,
  presets: before.presets.filter(preset => preset.name !== name),
  begin: { kind: 'none' },
})
