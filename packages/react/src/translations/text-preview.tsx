import { pseudoLocales } from '@kinora/core'
import { useTranslationTexts } from './texts.ts'

/** The pseudo-locales show whether a page has room for it, and holds it where words run from the right. */
export function TextPreview({ words }: { words: readonly string[] }) {
  const { text } = useTranslationTexts()
  const looks = [
    { label: text('ui.texts.previewLong'), words: words.map(pseudoLocales.long), dir: 'ltr' },
    { label: text('ui.texts.previewRtl'), words: words.map(pseudoLocales.rtl), dir: 'rtl' },
  ]
  return (
    <section className="kn-texts-preview" aria-label={text('ui.texts.preview')}>
      <p className="kn-field-label">{text('ui.texts.preview')}</p>
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
