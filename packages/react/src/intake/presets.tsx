import { languageName, type Title } from '@kinora/core'
import { useState } from 'react'
import { Button } from '../ui/button.tsx'
import { Field } from '../ui/form/field.tsx'
import { TextInput } from '../ui/form/text-input.tsx'
import { Dialog } from '../ui/overlay/dialog.tsx'
import { NativeSelect } from '../ui/picker/native-select.tsx'
import { useIntake } from './intake-context.tsx'
import { type Defaults, type KeptDefaults, toDefaults } from './kept.ts'
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
  const { defaults, changeDefaults } = useIntake()
  const [naming, setNaming] = useState<string>()
  const { begin, presets } = defaults
  const chosen = begin.kind === 'preset' ? presets.find(({ name }) => name === begin.name) : undefined
  const values = begin.kind === 'last' ? defaults.last : chosen?.values
  const save = () => {
    const name = naming?.trim() ?? ''
    if (name === '' || title === undefined) return
    changeDefaults(before => withPreset(before, name, toDefaults(title)))
    setNaming(undefined)
  }
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
        <Button size="compact" variant="quiet" onClick={() => setNaming(nameOf(title))}>
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
      {naming === undefined ? null : (
        <Dialog
          open
          onClose={() => setNaming(undefined)}
          title={text('ui.intake.savePreset')}
          closeLabel={text('ui.close')}
          actions={
            <>
              <Button onClick={() => setNaming(undefined)}>{text('ui.cancel')}</Button>
              <Button variant="primary" onClick={save}>
                {text('ui.intake.savePreset')}
              </Button>
            </>
          }
        >
          <Field label={text('ui.intake.presetName')} required>
            <TextInput
              value={naming}
              onChange={event => setNaming(event.target.value)}
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
      )}
    </>
  )
}

const toBegin = (value: string): KeptDefaults['begin'] =>
  value === 'none' || value === 'last'
    ? { kind: value }
    : { kind: 'preset', name: value.replace(/^preset /, '') }

/** "Yoga, Nina Vogt, en-GB" */
function nameOf({ classCategory, instructor, classLanguageCode }: Title): string {
  const language = classLanguageCode !== null && languageName(classLanguageCode) ? classLanguageCode : ''
  return [classCategory, instructor, language].filter(Boolean).join(', ')
}

function withPreset(before: KeptDefaults, name: string, values: Defaults): KeptDefaults {
  const others = before.presets.filter(preset => preset.name !== name)
  return { ...before, presets: [...others, { name, values }], begin: { kind: 'preset', name } }
}

const withoutPreset = (before: KeptDefaults, name: string): KeptDefaults => ({
  ...before,
  presets: before.presets.filter(preset => preset.name !== name),
  begin: { kind: 'none' },
})
