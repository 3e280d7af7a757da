import { useEffect, useRef } from 'react'
import type { FieldValues } from 'react-hook-form'
import { useToasts } from '../ui/overlay/toast-region.tsx'
import { changedPaths } from './draft-values.ts'
import { useFormTexts } from './form-texts.ts'
import { readKeptDraft, writeKeptDraft } from './kept-drafts.ts'
import { useKinora } from './provider.tsx'
import type { DraftForm } from './use-draft-form.ts'

/** Milliseconds between a change and its being kept. */
const KEEP_DELAY = 300

/**
 * Keeps in the tab what is typed and not saved, so that it survives a crash, a reload and the end of a session, and puts it back;
 * what the server got meanwhile is followed. Forgotten once it is saved or left behind. Without a `name` nothing is kept.
 */
export function useKeptDraft<D extends FieldValues>(draft: DraftForm<D>, name: string | undefined): void {
  const { session, tabStore } = useKinora()
  const toasts = useToasts()
  const { text } = useFormTexts()
  const latest = useRef({ draft, toasts, text })
  latest.current = { draft, toasts, text }
  const write = useRef<() => void>(undefined)
  useEffect(() => {
    const state = session.getSnapshot()
    if (name === undefined || state.kind !== 'loggedIn') return
    const { userId } = state.user
    const { draft, toasts, text } = latest.current
    const kept = readKeptDraft<D>(tabStore, userId, { form: name, like: draft.form.getValues() })
    if (kept !== undefined && draft.restore(kept))
      toasts.show({ text: text('ui.form.restored'), tone: 'info' })

    let waiting: ReturnType<typeof setTimeout> | undefined
    const keep = () => {
      clearTimeout(waiting)
      waiting = undefined
      const [base, values] = [draft.known(), draft.form.getValues()]
      const isChanged = changedPaths(base.values, values).length > 0
      writeKeptDraft(tabStore, userId, { form: name, kept: isChanged ? { base, values } : undefined })
    }
    write.current = keep
    const stop = draft.form.subscribe({
      formState: { values: true },
      callback: () => {
        waiting ??= setTimeout(keep, KEEP_DELAY)
      },
    })
    window.addEventListener('pagehide', keep)
    return () => {
      stop()
      window.removeEventListener('pagehide', keep)
      write.current = undefined
      const now = session.getSnapshot()
      if (now.kind === 'loggedOut' && now.reason === 'expired') return keep()
      clearTimeout(waiting)
      writeKeptDraft(tabStore, userId, { form: name, kept: undefined })
    }
  }, [name, session, tabStore])
  // A save changes what the form stands on, not what it holds.
  const { dirty } = draft
  useEffect(() => {
    if (!dirty) write.current?.()
  }, [dirty])
}
