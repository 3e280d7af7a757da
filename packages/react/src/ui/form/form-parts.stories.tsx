import { useState } from 'react'
import { Button, Field, ImageField, LocalisedFields, TextInput, UnsavedChangesDialog } from '../index.ts'

export default { title: 'Kit/Form parts' }

const picture = `data:image/svg+xml,${encodeURIComponent('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 9"><rect width="16" height="9" fill="teal"/></svg>')}`
const imageTexts = {
  drop: 'Drop an image here or paste it',
  replace: 'Drop another image to replace this one',
  choose: 'Choose an image',
  remove: 'Remove the image',
}

interface ImageStory {
  start?: string | null
  busy?: boolean
  error?: string
  disabled?: boolean
}

export function SampleImage({ start = null, busy, error, disabled }: ImageStory) {
  const [src, setSrc] = useState(start)
  return (
    <Field label="Banner" group error={error}>
      <ImageField
        src={src}
        alt="Banner of Yoga"
        size={{ width: 1920, height: 564 }}
        accept=".jpg,.png"
        hint="JPG/PNG, 1920 x 564"
        busy={busy ? 'Uploading the image…' : undefined}
        disabled={disabled}
        onFile={file => setSrc(URL.createObjectURL(file))}
        onRemove={() => setSrc(null)}
        texts={imageTexts}
      />
    </Field>
  )
}

export const ImageEmpty = { render: () => <SampleImage /> }
export const ImageLoading = { render: () => <SampleImage busy /> }
export const ImageFull = { render: () => <SampleImage start={picture} /> }
export const ImageFailed = {
  render: () => <SampleImage error="Image should be 1920 x 564" start={picture} />,
}
export const ImageUnusable = { render: () => <SampleImage start={picture} disabled /> }

const languages = [
  { tag: 'en-GB', name: 'English', dir: 'ltr' },
  { tag: 'ar-SA', name: 'Arabic', dir: 'rtl' },
  { tag: 'de-DE', name: 'German', dir: 'ltr' },
  { tag: 'fr-FR', name: 'French', dir: 'ltr' },
  { tag: 'sv-SE', name: 'Swedish', dir: 'ltr' },
] as const

interface LanguagesStory {
  count: number
  start?: Record<string, string>
  wrong?: string
}

export function SampleLanguages({ count, start = {}, wrong }: LanguagesStory) {
  const [names, setNames] = useState(start)
  return (
    <LocalisedFields
      label="Names"
      languages={languages.slice(0, count)}
      stateOf={tag => (tag === wrong ? 'error' : names[tag] ? 'filled' : 'missing')}
      fieldId={tag => `name-${tag}`}
      texts={{
        filled: 'Filled',
        missing: 'Missing',
        error: 'Has an error',
        isDefault: 'Default',
        sideBySide: 'Side by side',
      }}
    >
      {({ tag, name, text, note, isDefault }) => (
        <Field
          id={`name-${tag}`}
          label={name}
          note={note}
          required={isDefault}
          error={tag === wrong ? 'Required Name' : undefined}
        >
          <TextInput
            {...text}
            value={names[tag] ?? ''}
            onChange={event => setNames({ ...names, [tag]: event.target.value })}
          />
        </Field>
      )}
    </LocalisedFields>
  )
}

const filled = { 'en-GB': 'Sunrise', 'ar-SA': 'شروق', 'de-DE': 'Sonnenaufgang' }
export const LanguagesEmpty = { render: () => <SampleLanguages count={3} /> }
export const LanguagesPartial = { render: () => <SampleLanguages count={3} start={{ 'en-GB': 'Sunrise' }} /> }
export const LanguagesFull = { render: () => <SampleLanguages count={3} start={filled} /> }
export const LanguagesFailed = { render: () => <SampleLanguages count={3} wrong="en-GB" /> }
export const LanguagesMany = { render: () => <SampleLanguages count={5} start={filled} /> }

export function SampleUnsavedChanges({
  save,
  start = true,
}: {
  save?: () => Promise<boolean>
  start?: boolean
}) {
  const [open, setOpen] = useState(start)
  const [saving, setSaving] = useState(false)
  const [left, setLeft] = useState('')
  const leave = (how: string) => {
    setOpen(false)
    setLeft(how)
  }
  const saveAndLeave = async () => {
    setSaving(true)
    const saved = await save!()
    setSaving(false)
    leave(saved ? 'Saved and left' : 'Not saved')
  }
  return (
    <>
      <Button onClick={() => setOpen(true)}>Leave</Button>
      <p>{left}</p>
      <UnsavedChangesDialog
        open={open}
        saving={saving}
        onStay={() => leave('Stayed')}
        onLeave={() => leave('Left')}
        onSave={save && (() => void saveAndLeave())}
        texts={{
          title: 'Unsaved changes',
          text: 'Your changes will be lost.',
          stay: 'Stay',
          leave: 'Leave without saving',
          save: 'Save and leave',
          close: 'Close',
        }}
      />
    </>
  )
}

export const Leave = { render: () => <SampleUnsavedChanges save={async () => true} /> }
export const LeaveNothingToSave = { render: () => <SampleUnsavedChanges /> }
