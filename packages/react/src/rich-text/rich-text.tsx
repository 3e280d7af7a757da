import { isRichText } from '@kinora/core'
import { type HTMLAttributes, Suspense } from 'react'
import { classes } from '../ui/classes.ts'
import { lazyPart } from '../ui/lazy-part.ts'

const LazyRichText = lazyPart(async () => ({ default: (await import('./lazy-rich-text.tsx')).LazyRichText }))

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
    <Suspense fallback={<div {...own} aria-busy="true" />}>
      <LazyRichText {...own} text={text} />
    </Suspense>
  )
}
