import { Check, CircleDot } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { Button } from '../button.tsx'
import { StickyBar } from '../frame/bars.tsx'
import { isCommandKey, isDialogOpen } from '../kbd.tsx'
import { ProgressRing } from '../status/progress.tsx'

export interface SaveBarTexts {
  bar: string
  save: string
  saving: string
  unsaved: string
  /** While there is nothing to save: "No changes", "Saved at 10:12". */
  rest: string
}

export interface SaveBarProps {
  dirty: boolean
  saving: boolean
  /** There is nothing stored yet: Save is offered before anything is typed. */
  isNew?: boolean
  /** Whether it was saved before, for the tick. */
  saved?: boolean
  /** Beside Save. */
  actions?: ReactNode
  texts: SaveBarTexts
}

/** The bar at the foot of a form: whether there is anything to save, when it was saved, and Save. */
export function SaveBar({ dirty, saving, isNew, saved, actions, texts }: SaveBarProps) {
  return (
    <StickyBar
      label={texts.bar}
      isQuiet={!dirty && !saving}
      status={<SaveStatus dirty={dirty} saving={saving} saved={saved} texts={texts} />}
      actions={
        <>
          {actions}
          <Button
            type="submit"
            variant="primary"
            aria-keyshortcuts="Control+S Meta+S"
            disabled={!isNew && !dirty && !saving}
            loading={saving}
          >
            {texts.save}
          </Button>
        </>
      }
    />
  )
}

function SaveStatus({ dirty, saving, saved, texts }: Omit<SaveBarProps, 'actions' | 'isNew'>) {
  if (saving)
    return (
      <>
        <ProgressRing />
        {texts.saving}
      </>
    )
  if (dirty)
    return (
      <>
        <CircleDot className="kn-bar-dirty" size={16} aria-hidden="true" />
        <span>{texts.unsaved}</span>
      </>
    )
  return (
    <>
      {saved ? <Check className="kn-bar-saved" size={16} aria-hidden="true" /> : null}
      {texts.rest}
    </>
  )
}

/** Ctrl+S or Cmd+S saves what is dirty, wherever the focus is, unless a dialog is open. */
export function useSaveKey(dirty: boolean, save: () => unknown): void {
  const latest = useRef({ dirty, save })
  latest.current = { dirty, save }
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (!isCommandKey(event, 's')) return
      event.preventDefault()
      if (!isDialogOpen() && latest.current.dirty) latest.current.save()
    }
    // Before an editor or a grid that takes every key.
    window.addEventListener('keydown', press, true)
    return () => window.removeEventListener('keydown', press, true)
  }, [])
}
