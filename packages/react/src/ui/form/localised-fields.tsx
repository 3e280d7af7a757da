import * as Ariakit from '@ariakit/react'
import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { classes } from '../classes.ts'
import { VisuallyHidden } from '../visually-hidden.tsx'
import { FieldColumns } from './split-form.tsx'
import { Switch } from './switch.tsx'

export interface ContentLanguage {
  /** IETF tag. */
  tag: string
  /** In the words of the page. */
  name: string
  /** `auto` for a text that is in no particular language: it follows what is written. */
  dir: 'ltr' | 'rtl' | 'auto'
}

/** Whether a language has what it needs. */
export type LanguageState = 'filled' | 'missing' | 'error'

/** A language as its fields see it. */
export interface LocalisedLanguage extends ContentLanguage {
  /** For the input: what is written in it is in this language. */
  text: { lang: string | undefined; dir: ContentLanguage['dir'] }
  isDefault: boolean
  /** For the end of the label's line where languages stand beside each other: whether it is filled. */
  note: ReactNode
}

export interface LocalisedFieldsProps {
  label: string
  /** The default one first. */
  languages: readonly ContentLanguage[]
  stateOf: (tag: string) => LanguageState
  /** The id of a language's first field; links of a summary lead to it even while its tab is closed. */
  fieldId: (tag: string) => string
  /** The fields of one language. */
  children: (language: LocalisedLanguage) => ReactNode
  /** Up to four languages stand beside each other, more are tabs, by default. */
  layout?: 'columns' | 'tabs'
  texts: { filled: string; missing: string; error: string; isDefault: string; sideBySide: string }
  className?: string
}

/** The same fields once for each language, with a dot for what is filled and what is missing. */
export function LocalisedFields(props: LocalisedFieldsProps) {
  const { languages, children, label, className } = props
  const layout = props.layout ?? (languages.length > 4 ? 'tabs' : 'columns')
  const labelId = useId()
  return (
    <fieldset aria-labelledby={labelId} className={classes('kn-localised', className)}>
      <span id={labelId} className="kn-field-label">
        {label}
      </span>
      {layout === 'tabs' ? (
        <LanguageTabs {...props} />
      ) : (
        <FieldColumns>
          {languages.map((language, nth) => (
            <div key={language.tag}>{children(toLocalised(props, language, nth))}</div>
          ))}
        </FieldColumns>
      )}
    </fieldset>
  )
}

const tones = { filled: 'positive', missing: 'neutral', error: 'negative' } as const

function Dot({ state, text }: { state: LanguageState; text: string }) {
  return (
    <>
      <span className="kn-tab-dot" data-tone={tones[state]} aria-hidden="true" />
      <VisuallyHidden>{text}</VisuallyHidden>
    </>
  )
}

function toLocalised(
  { stateOf, texts }: Pick<LocalisedFieldsProps, 'stateOf' | 'texts'>,
  language: ContentLanguage,
  nth: number,
): LocalisedLanguage {
  const state = stateOf(language.tag)
  const word = nth === 0 ? `${texts.isDefault} · ${texts[state]}` : texts[state]
  return {
    ...language,
    text: { lang: language.dir === 'auto' ? undefined : language.tag, dir: language.dir },
    isDefault: nth === 0,
    note: (
      <span className="kn-language-note">
        <span className="kn-tab-dot" data-tone={tones[state]} aria-hidden="true" />
        {word}
      </span>
    ),
  }
}

function LanguageTabs(props: LocalisedFieldsProps) {
  const { label, languages, stateOf, fieldId, children, texts } = props
  const [selected, setSelected] = useState(languages[0]?.tag ?? '')
  const [beside, setBeside] = useState(false)
  const open = useOpenAt(fieldId, setSelected)
  const base = useId()
  const nth = Math.max(
    0,
    languages.findIndex(({ tag }) => tag === selected),
  )
  const shown = beside && nth > 0 ? [0, nth] : [nth]
  return (
    <Ariakit.TabProvider
      selectedId={base + selected}
      setSelectedId={id => id && setSelected(id.slice(base.length))}
    >
      <div className="kn-localised-bar">
        <Ariakit.TabList className="kn-tabs" data-line="" aria-label={label}>
          {languages.map(({ tag, name }) => (
            <Ariakit.Tab key={tag} id={base + tag} className="kn-tab">
              {name}
              <Dot state={stateOf(tag)} text={texts[stateOf(tag)]} />
            </Ariakit.Tab>
          ))}
        </Ariakit.TabList>
        <Switch
          label={texts.sideBySide}
          checked={beside}
          onChange={event => setBeside(event.target.checked)}
        />
      </div>
      <Ariakit.TabPanel tabId={base + selected} className="kn-tab-panel">
        <FieldColumns>
          {shown.map(index => (
            <div key={languages[index]!.tag}>{children(toLocalised(props, languages[index]!, index))}</div>
          ))}
        </FieldColumns>
      </Ariakit.TabPanel>
      <div className="kn-localised-closed">
        {languages
          .filter((_, index) => !shown.includes(index))
          .map(({ tag }) => (
            // biome-ignore lint/a11y/noStaticElementInteractions: only a summary's link moves the focus here, and it moves on at once
            <span key={tag} id={fieldId(tag)} tabIndex={-1} onFocus={() => open(tag)} />
          ))}
      </div>
    </Ariakit.TabProvider>
  )
}

/** A link to a field behind a closed tab finds a stand-in; it opens the tab and hands the focus on. */
function useOpenAt(fieldId: (tag: string) => string, select: (tag: string) => void): (tag: string) => void {
  const wanted = useRef<string>(undefined)
  useEffect(() => {
    if (wanted.current !== undefined) document.getElementById(fieldId(wanted.current))?.focus()
    wanted.current = undefined
  })
  return tag => {
    wanted.current = tag
    select(tag)
  }
}
