import { lazy, Suspense } from 'react'

/** What the toolbar says. */
export interface RichTextTexts {
  toolbar: string
  bold: string
  italic: string
  underline: string
  bulletList: string
  orderedList: string
  link: string
  undo: string
  redo: string
  /** The field of a link's address. */
  address: string
  apply: string
  remove: string
  invalidLink: string
}

export interface RichTextInputProps {
  /** As it is stored: formatted or plain. */
  value: string
  /** Text without any formatting is given as plain text. */
  onChange: (value: string) => void
  onBlur?: () => void
  lang?: string
  dir?: 'ltr' | 'rtl'
  texts: RichTextTexts
}

const LazyRichTextInput = lazy(async () => ({
  default: (await import('./lazy-rich-text-input.tsx')).LazyRichTextInput,
}))

/** An editor of formatted text, loaded lazily; belongs inside a Field with `group`. */
export function RichTextInput(props: RichTextInputProps) {
  return (
    <Suspense fallback={<RichTextPlace />}>
      <LazyRichTextInput {...props} />
    </Suspense>
  )
}

/** The room of the editor until it is there. */
export function RichTextPlace() {
  return <div className="kn-input kn-rich-input" aria-busy="true" />
}
