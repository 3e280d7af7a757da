import { checkTranslation, type Issue, isSameText, type Text, translations } from '@kinora/core'
import { useState } from 'react'
import { useKinora } from '../kernel/provider.tsx'
import { saidByCaller, useWrite } from '../kernel/use-write.ts'
import type { TextRow } from './text-rows.ts'
import { useTranslationTexts } from './texts.ts'

/** What is written in place of a text, and what can be done with it. */
export interface TextForm {
  draft: Text
  set(draft: Text): void
  /** What is wrong with a form of what was written. */
  issueOf(form: 'one' | 'other'): Issue | undefined
  /** Why the last call failed. */
  failure: string | undefined
  saving: boolean
  restoring: boolean
  save(): Promise<void>
  restore(): Promise<void>
}

/** Replaces one text or puts its original back; the page itself shows it before anything else does (I18N-03). */
export function useTextForm({ key, original, replaced }: TextRow, onDone: () => void): TextForm {
  const { text, error } = useTranslationTexts()
  const { serverTexts } = useKinora()
  const [draft, setDraft] = useState<Text>(() => replaced?.text ?? original ?? '')
  const [isTouched, setTouched] = useState(false)
  const show = async () => (await serverTexts?.())?.changed()
  const after = { failure: saidByCaller, onSuccess: () => show().catch(() => undefined) }
  const set = useWrite(translations.set, { ...after, success: text('ui.texts.saved') })
  const remove = useWrite(translations.remove, { ...after, success: text('ui.texts.restored') })
  const issues = isTouched && original !== undefined ? checkTranslation(key, draft) : []
  const failed = set.error ?? remove.error
  const version = replaced?.version

  const restore = async () => {
    if (replaced === undefined) return onDone()
    const { kind } = await remove.send({ key, version })
    if (kind === 'done') onDone()
  }
  return {
    draft,
    set(next) {
      setTouched(true)
      setDraft(next)
    },
    issueOf: form => issues.find(({ path }) => path === 'text' || path === `text.${form}`),
    failure: failed === null ? undefined : error(failed),
    saving: set.pending,
    restoring: remove.pending,
    restore,
    async save() {
      setTouched(true)
      if (original !== undefined && checkTranslation(key, draft).length > 0) return
      // What says the same as the original replaces nothing.
      if (isSameText(draft, original)) return restore()
      const { kind } = await set.send({ key, text: draft, version })
      if (kind === 'done') onDone()
    },
  }
}
