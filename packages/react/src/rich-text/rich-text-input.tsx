import { Suspense } from 'react'
import { lazyPart } from '../ui/lazy-part.ts'

export interface RichTextInputProps {
  /** As it is stored: formatted or plain. */
  value: string
  /** Text without any formatting is given as plain text. */
  onChange: (value: string) => void
  onBlur?: () => void
  lang?: string
  dir?: 'ltr' | 'rtl'
  /** The focus goes in as soon as it is there, to the end of the text. */
  autoFocus?: boolean
}

const LazyRichTextInput = lazyPart(async () => ({
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
function RichTextPlace() {
  return <div className="kn-input kn-rich-input" aria-busy="true" />
}
