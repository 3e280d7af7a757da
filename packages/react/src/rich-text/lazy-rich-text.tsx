import { richTextRules } from '@kinora/core'
import DOMPurify from 'dompurify'
import { useLayoutEffect, useRef } from 'react'
import type { RichTextProps } from './rich-text.tsx'

/** Formatted text, loaded lazily with its sanitiser. */
export function RichTextView({ text, ...rest }: RichTextProps) {
  const box = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => box.current?.replaceChildren(toSafeFragment(text)), [text])
  return <div {...rest} ref={box} />
}

const { elements, schemes } = richTextRules
const config = {
  ALLOWED_TAGS: Object.keys(elements),
  ALLOWED_ATTR: Object.values(elements).flat(),
  ALLOWED_URI_REGEXP: new RegExp(`^(?:${schemes.join('|')}):`, 'i'),
  ALLOW_ARIA_ATTR: false,
  ALLOW_DATA_ATTR: false,
}

/** ROLE-15: HTML with what `richTextRules` allows and nothing else. */
export const sanitizeRichText = (html: string): string => DOMPurify.sanitize(html, config)

/** The same, to be put into a page: links leave it alone. */
export function toSafeFragment(html: string): DocumentFragment {
  const fragment = DOMPurify.sanitize(html, { ...config, RETURN_DOM_FRAGMENT: true })
  for (const link of fragment.querySelectorAll('a'))
    Object.assign(link, { target: '_blank', rel: 'noopener noreferrer' })
  return fragment
}
