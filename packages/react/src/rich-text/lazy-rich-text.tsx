import { useLayoutEffect, useRef } from 'react'
import type { RichTextProps } from './rich-text.tsx'
import { toSafeFragment } from './sanitize.ts'

/** Formatted text, loaded lazily with its sanitiser. */
export function LazyRichText({ text, ...rest }: RichTextProps) {
  const box = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => box.current?.replaceChildren(toSafeFragment(text)), [text])
  return <div {...rest} ref={box} />
}
