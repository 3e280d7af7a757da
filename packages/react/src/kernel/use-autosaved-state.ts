import { type Dispatch, type SetStateAction, useCallback, useEffect, useRef, useState } from 'react'
import { useToasts } from '../ui/overlay/toast.tsx'
import { readAutosave, writeAutosave } from './autosave.ts'
import { useFormTexts } from './form-texts.ts'
import { useKinora, useUser } from './provider.tsx'

/**
 * State that isn't a form's, kept in the tab as drafts are (decision 0060): it is back after a reload and an ended session, and
 * forgotten once it is as it started, or left behind; where nobody asks before it is left, it stays until `forget` is called. `start`
 * stays the same object, and JSON can hold it.
 */
export function useAutosavedState<T extends object>(
  name: string,
  start: T,
  { staysWhenLeft = false }: { staysWhenLeft?: boolean } = {},
): [value: T, setValue: Dispatch<SetStateAction<T>>, forget: () => void] {
  const { session, tabStore } = useKinora()
  const { userId } = useUser()
  const [value, setValue] = useState<T>(
    () => readAutosave(tabStore, userId, { form: name, like: start })?.values ?? start,
  )
  useTellRestored(value !== start)
  useEffect(() => {
    const kept = value === start ? undefined : { base: { values: start }, values: value }
    writeAutosave(tabStore, userId, { form: name, kept })
  }, [tabStore, userId, name, start, value])
  const forget = useCallback(
    () => writeAutosave(tabStore, userId, { form: name, kept: undefined }),
    [tabStore, userId, name],
  )
  useEffect(
    () => () => {
      const now = session.getSnapshot()
      const hasEnded = now.kind === 'loggedOut' && now.reason === 'expired'
      if (!hasEnded && !staysWhenLeft) forget()
    },
    [session, forget, staysWhenLeft],
  )
  return [value, setValue, forget]
}

/** Says once that it is back, as a form does. */
function useTellRestored(isRestored: boolean): void {
  const toasts = useToasts()
  const { text } = useFormTexts()
  const latest = useRef({ toasts, text })
  latest.current = { toasts, text }
  const [wasRestored] = useState(isRestored)
  useEffect(() => {
    const { toasts, text } = latest.current
    if (wasRestored) toasts.show({ text: text('ui.form.restored'), tone: 'info' })
  }, [wasRestored])
}
