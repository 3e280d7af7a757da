import { formTexts } from '@kinora/core'
import { UnsavedChangesDialog, useTexts } from '@kinora/react'
import { useEffect, useRef, useState } from 'react'

interface UnsavedChangesPromptProps {
  open: boolean
  save: () => Promise<boolean>
  onLeave: () => void
  onStay: () => void
}

/** A save that fails leaves the person on the page, at what the form says of it. */
export function UnsavedChangesPrompt({ open, save, onLeave, onStay }: UnsavedChangesPromptProps) {
  const { text } = useTexts(formTexts)
  const [saving, setSaving] = useState(false)
  const failed = useRef(false)
  const toMend = useRef({
    get current() {
      return failed.current ? document.querySelector<HTMLElement>('[data-problem]') : null
    },
  })
  useEffect(() => {
    if (open) failed.current = false
  }, [open])
  const saveAndLeave = async () => {
    setSaving(true)
    const saved = await save()
    setSaving(false)
    failed.current = !saved
    if (saved) onLeave()
    else onStay()
  }
  return (
    <UnsavedChangesDialog
      open={open}
      saving={saving}
      onStay={onStay}
      onLeave={onLeave}
      onSave={() => void saveAndLeave()}
      finalFocus={toMend.current}
      texts={{
        title: text('ui.leave.title'),
        text: text('ui.leave.text'),
        stay: text('ui.leave.stay'),
        leave: text('ui.leave.confirm'),
        save: text('ui.leave.save'),
        close: text('ui.close'),
      }}
    />
  )
}
