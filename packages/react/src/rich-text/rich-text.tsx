import { isRichText } from '@kinora/core'
import type { HTMLAttributes } from 'react'
import { classes } from '../ui/classes.ts'
import { LazyBoundary, lazyPart } from '../ui/lazy-part.tsx'

const LazyRichText = lazyPart(async () => ({ default: (await import('./lazy-rich-text.tsx')).RichTextView }))

export interface RichTextProps extends HTMLAttributes<HTMLDivElement> {
  /** As it is stored: formatted or plain. */
  text: string
}

/** A text as readers see it; formatted text is sanitised first (ROLE-15). */
export function RichText({ text, className, ...rest }: RichTextProps) {
  const own = { ...rest, className: classes('kn-rich-text', className) }
  if (!isRichText(text))
    return (
      <div {...own} data-plain="">
        {text}
      </div>
    )
  return (
    <LazyBoundary fallback={<div {...own} aria-busy="true" />}>
      <LazyRichText {...own} text={text} />
    </LazyBoundary>
  )
}

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
  default: (await import('./lazy-rich-text-input.tsx')).RichTextEditor,
}))

/** An editor of formatted text, loaded lazily; belongs inside a Field with `group`. */
export function RichTextInput(props: RichTextInputProps) {
  return (
    <LazyBoundary fallback={<RichTextPlace />}>
      <LazyRichTextInput {...props} />
    </LazyBoundary>
  )
}

/** The room of the editor until it is there. */
function RichTextPlace() {
  return <div className="kn-input kn-rich-input" aria-busy="true" />
}
