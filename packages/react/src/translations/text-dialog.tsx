import {
  checkTranslation,
  fromWireDate,
  type Issue,
  isSameText,
  pseudoLocales,
  type Text,
  TRANSLATION_MAX,
  toDay,
  translations,
  valuesIn,
} from '@kinora/core'
import { type FormEvent, type RefObject, useId, useMemo, useRef } from 'react'
import { DraftConflicts } from '../kernel/draft-conflicts.tsx'
import { DraftField } from '../kernel/draft-field.tsx'
import { useKinora } from '../kernel/provider.tsx'
import { type Draft, useDraft } from '../kernel/use-draft.ts'
import type { Stored } from '../kernel/use-draft-form.ts'
import { useFirstProblem } from '../kernel/use-first-problem.ts'
import { handledByCaller, useWrite } from '../kernel/use-write.ts'
import { Button } from '../ui/button.tsx'
import { TextArea } from '../ui/form/text-input.tsx'
import { Dialog } from '../ui/overlay/dialog.tsx'
import { Banner } from '../ui/status/banner.tsx'
import { formsOf, type TextRow, type TranslationTextsOf, useTranslationTexts } from './text-rows.ts'

interface TextDialogProps {
  row: TextRow
  open: boolean
  /** Reads the text as it is stored now. */
  refresh: (key: string) => Promise<TextRow | undefined>
  onClose: () => void
}

/** Edits what replaces a text, says why it can’t where it can’t, and shows how it looks; or puts the original back (I18N-03). */
export function TextDialog({ row, open, refresh, onClose }: TextDialogProps) {
  const { text } = useTranslationTexts()
  const form = useTextForm({ row, open, refresh, onClose })
  const { draft } = form
  const close = () => {
    draft.forget()
    onClose()
  }
  useFirstProblem(draft)
  const id = useId()
  const first = useRef<HTMLTextAreaElement>(null)
  const labels = { one: text('ui.texts.replacementOne'), other: labelOf(row, text) }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void draft.save()
  }
  return (
    <Dialog
      open={open}
      onClose={close}
      size="wide"
      initialFocus={first}
      title={text('ui.texts.editTitle')}
      closeLabel={text('ui.close')}
      actions={
        <>
          {row.replaced === undefined ? null : (
            <Button className="kn-texts-restore" loading={form.restoring} onClick={form.restore}>
              {text('ui.texts.restore')}
            </Button>
          )}
          <Button onClick={close}>{text('ui.cancel')}</Button>
          {row.original === undefined ? null : (
            <Button type="submit" form={id} variant="primary" loading={draft.isSaving}>
              {text('ui.texts.save')}
            </Button>
          )}
        </>
      }
    >
      <form id={id} className="kn-texts-form" noValidate onSubmit={submit}>
        <DraftConflicts draft={draft} labels={labels} />
        <Facts row={row} />
        {row.original === undefined ? null : <Forms {...{ draft, labels, first }} original={row.original} />}
        {form.failure === undefined ? null : <Banner tone="negative">{form.failure}</Banner>}
      </form>
    </Dialog>
  )
}

/** A text of one form is that for any number. */
const labelOf = ({ original }: TextRow, text: TranslationTextsOf['text']): string =>
  text(typeof original === 'object' ? 'ui.texts.replacementOther' : 'ui.texts.replacement')

/** The key, the original, and who changed it. */
function Facts({ row: { key, original, replaced, problem } }: { row: TextRow }) {
  const { text, locale, issue } = useTranslationTexts()
  const date = replaced && fromWireDate(replaced.updatedDate)
  return (
    <>
      <dl className="kn-texts-facts">
        <dt>{text('ui.texts.columnKey')}</dt>
        <dd>
          <bdi className="kn-texts-key" dir="ltr">
            {key}
          </bdi>
        </dd>
        <dt>{text('ui.texts.columnOriginal')}</dt>
        {original === undefined ? (
          <dd>{text('ui.texts.gone')}</dd>
        ) : (
          formsOf(original).map((form, nth) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the first form and the second may say the same
            <dd key={nth} dir="auto">
              {form}
            </dd>
          ))
        )}
      </dl>
      {problem === undefined ? null : (
        <Banner tone="warning">
          {text('ui.texts.broken')} {issue(problem)}
        </Banner>
      )}
      {replaced === undefined ? null : (
        <p className="kn-field-help">
          {text('ui.texts.changedBy', {
            name: replaced.updatedBy || '—',
            date: date === undefined ? '—' : toDay(date, 'UTC', locale),
          })}
        </p>
      )}
    </>
  )
}

interface FormsProps {
  draft: Draft<TextValues>
  original: Text
  /** What its forms are called. */
  labels: Record<keyof TextValues, string>
  /** Where the focus goes first. */
  first: RefObject<HTMLTextAreaElement | null>
}

/** A field for each form, and how it looks. */
function Forms({ draft, original, labels, first }: FormsProps) {
  const { text } = useTranslationTexts()
  const names = valuesIn(original).map(name => `{{${name}}}`)
  const help = names.length === 0 ? undefined : text('ui.texts.values', { values: names.join(', ') })
  const { one, other } = draft.form.watch()
  if (typeof original === 'string')
    return (
      <>
        <FormField {...{ draft, help, first }} name="other" label={labels.other} />
        <TextPreview words={[other]} />
      </>
    )
  return (
    <>
      <FormField {...{ draft, help, first }} name="one" label={labels.one} />
      <FormField {...{ draft, help }} name="other" label={labels.other} />
      <TextPreview words={[one, other]} />
    </>
  )
}

interface FormFieldProps extends Pick<FormsProps, 'draft'> {
  name: keyof TextValues
  label: string
  help: string | undefined
  first?: RefObject<HTMLTextAreaElement | null>
}

const FormField = ({ first, ...field }: FormFieldProps) => (
  <DraftField {...field} max={TRANSLATION_MAX} announces>
    {({ value, set, blur }) => (
      <TextArea
        ref={first}
        rows={3}
        dir="auto"
        value={value}
        onChange={event => set(event.target.value)}
        onBlur={blur}
      />
    )}
  </DraftField>
)

/** The forms of a text; of one that has a single form `one` isn’t used. */
type TextValues = { one: string; other: string }

function toStored({ original, replaced }: TextRow): Stored<TextValues> {
  const shown = replaced?.text ?? original ?? ''
  const values = typeof shown === 'string' ? { one: shown, other: shown } : { ...shown }
  const isSingle = typeof original !== 'object'
  return { values: isSingle ? { ...values, one: '' } : values, version: replaced?.version }
}

const toText = ({ one, other }: TextValues, original: Text | undefined): Text =>
  typeof original === 'object' ? { one, other } : other

/** Replaces one text or puts its original back; the page itself shows it before anything else does (I18N-03). */
function useTextForm({ row, open, refresh, onClose }: TextDialogProps) {
  const { key, original, replaced } = row
  const { text, error } = useTranslationTexts()
  const { serverTexts } = useKinora()
  const show = async () => (await serverTexts?.())?.changed()
  const after = { failure: handledByCaller, onSuccess: () => show().catch(() => undefined) }
  const set = useWrite(translations.set, { ...after, success: text('ui.texts.saved') })
  const remove = useWrite(translations.remove, { ...after, success: text('ui.texts.restored') })
  const stored = useMemo(() => toStored(row), [row])
  const draft = useDraft<TextValues>({
    stored,
    check: values =>
      original === undefined ? [] : checkTranslation(key, toText(values, original)).map(inForm),
    async save(values, { version }) {
      const words = toText(values, original)
      if (!isSameText(words, original)) return set.send({ key, text: words, version })
      // What says the same as the original replaces nothing.
      return replaced === undefined ? { kind: 'done', output: undefined } : remove.send({ key, version })
    },
    refresh: () => refresh(key).then(fresh => fresh && toStored(fresh)),
    onSaved: onClose,
    // It stays to animate when it is closed.
    keep: open ? `texts ${key}` : undefined,
    staysWhenLeft: true,
  })
  const restore = async () => {
    const { kind } = await remove.send({ key, version: replaced?.version })
    if (kind !== 'done') return
    draft.forget()
    onClose()
  }
  return {
    draft,
    failure: draft.message ?? (remove.error === null ? undefined : error(remove.error)),
    restoring: remove.isPending,
    restore: () => void restore(),
  }
}

/** What is wrong with a text, at its form. */
const inForm = (issue: Issue): Issue => ({ ...issue, path: issue.path === 'text.one' ? 'one' : 'other' })

/** The pseudo-locales show whether a page has room for it, and holds it where words run from the right. */
function TextPreview({ words }: { words: readonly string[] }) {
  const { text } = useTranslationTexts()
  const looks = [
    { label: text('ui.texts.previewLong'), words: words.map(pseudoLocales.long), dir: 'ltr' },
    { label: text('ui.texts.previewRtl'), words: words.map(pseudoLocales.rtl), dir: 'rtl' },
  ]
  return (
    <section className="kn-texts-preview" aria-label={text('ui.preview')}>
      <p className="kn-field-label">{text('ui.preview')}</p>
      <dl className="kn-texts-facts">
        {looks.map(({ label, words: shown, dir }) => (
          <div key={label}>
            <dt>{label}</dt>
            {shown.map((form, nth) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the first form and the second may say the same
              <dd key={nth} dir={dir}>
                {form}
              </dd>
            ))}
          </div>
        ))}
      </dl>
    </section>
  )
}
