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
import { type FormEvent, type RefObject, useId, useRef, useState } from 'react'
import { useKinora } from '../kernel/provider.tsx'
import { handledByCaller, useWrite } from '../kernel/use-write.ts'
import { Button } from '../ui/button.tsx'
import { Field } from '../ui/form/field.tsx'
import { TextArea } from '../ui/form/text-input.tsx'
import { Dialog } from '../ui/overlay/dialog.tsx'
import { Banner } from '../ui/status/banner.tsx'
import { formsOf, type TextRow, useTranslationTexts } from './text-rows.ts'

interface TextDialogProps {
  row: TextRow
  open: boolean
  onClose: () => void
}

/** Edits what replaces a text, says why it can’t where it can’t, and shows how it looks; or puts the original back (I18N-03). */
export function TextDialog({ row, open, onClose }: TextDialogProps) {
  const { text } = useTranslationTexts()
  const form = useTextForm(row, onClose)
  const id = useId()
  const first = useRef<HTMLTextAreaElement>(null)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void form.save()
  }
  return (
    <Dialog
      open={open}
      onClose={onClose}
      size="wide"
      initialFocus={first}
      title={text('ui.texts.editTitle')}
      closeLabel={text('ui.close')}
      actions={
        <>
          {row.replaced === undefined ? null : (
            <Button className="kn-texts-restore" loading={form.restoring} onClick={() => void form.restore()}>
              {text('ui.texts.restore')}
            </Button>
          )}
          <Button onClick={onClose}>{text('ui.cancel')}</Button>
          {row.original === undefined ? null : (
            <Button type="submit" form={id} variant="primary" loading={form.saving}>
              {text('ui.texts.save')}
            </Button>
          )}
        </>
      }
    >
      <form id={id} className="kn-texts-form" noValidate onSubmit={submit}>
        <Facts row={row} />
        {row.original === undefined ? null : <Forms form={form} original={row.original} first={first} />}
        {form.failure === undefined ? null : <Banner tone="negative">{form.failure}</Banner>}
      </form>
    </Dialog>
  )
}

/** The key, the original, and who changed it. */
function Facts({ row: { key, original, replaced, problem } }: { row: TextRow }) {
  const { text, issue } = useTranslationTexts()
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
            date: date === undefined ? '—' : toDay(date),
          })}
        </p>
      )}
    </>
  )
}

interface FormsProps {
  form: TextForm
  original: Text
  /** Where the focus goes first. */
  first: RefObject<HTMLTextAreaElement | null>
}

/** A field for each form, and how it looks. */
function Forms({ form, original, first }: FormsProps) {
  const { text } = useTranslationTexts()
  const values = valuesIn(original).map(name => `{{${name}}}`)
  const help = values.length === 0 ? undefined : text('ui.texts.values', { values: values.join(', ') })
  const { draft } = form
  if (typeof original === 'string') {
    const value = formsOf(draft).at(-1) ?? ''
    return (
      <>
        <FormField
          form={form}
          help={help}
          value={value}
          name={'other'}
          first={first}
          label={text('ui.texts.replacement')}
          onChange={form.set}
        />
        <TextPreview words={[value]} />
      </>
    )
  }
  const [one = '', other = one] = formsOf(draft)
  return (
    <>
      <FormField
        form={form}
        help={help}
        value={one}
        name={'one'}
        first={first}
        label={text('ui.texts.replacementOne')}
        onChange={next => form.set({ one: next, other })}
      />
      <FormField
        form={form}
        help={help}
        value={other}
        name={'other'}
        label={text('ui.texts.replacementOther')}
        onChange={next => form.set({ one, other: next })}
      />
      <TextPreview words={[one, other]} />
    </>
  )
}

interface FormFieldProps {
  form: TextForm
  name: 'one' | 'other'
  label: string
  help: string | undefined
  value: string
  onChange: (value: string) => void
  first?: RefObject<HTMLTextAreaElement | null>
}

function FormField({ form, name, label, help, value, onChange, first }: FormFieldProps) {
  const { issue, text } = useTranslationTexts()
  const wrong = form.issueOf(name)
  const left = TRANSLATION_MAX - value.length
  return (
    <Field
      label={label}
      help={help}
      error={wrong && issue(wrong)}
      announces
      counter={{
        length: value.length,
        max: TRANSLATION_MAX,
        text: text(left < 0 ? 'ui.texts.over' : 'ui.texts.left', { count: Math.abs(left) }),
      }}
    >
      <TextArea
        ref={first}
        rows={3}
        dir="auto"
        value={value}
        onChange={event => onChange(event.target.value)}
      />
    </Field>
  )
}

/** What is written in place of a text, and what can be done with it. */
interface TextForm {
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
function useTextForm({ key, original, replaced }: TextRow, onDone: () => void): TextForm {
  const { text, error } = useTranslationTexts()
  const { serverTexts } = useKinora()
  const [draft, setDraft] = useState<Text>(() => replaced?.text ?? original ?? '')
  const [isTouched, setTouched] = useState(false)
  const show = async () => (await serverTexts?.())?.changed()
  const after = { failure: handledByCaller, onSuccess: () => show().catch(() => undefined) }
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
