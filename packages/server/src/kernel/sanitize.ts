import { isRichText, richTextRules } from '@kinora/core'
import sanitizeHtml from 'sanitize-html'

const { elements, schemes } = richTextRules
const options: sanitizeHtml.IOptions = {
  allowedTags: Object.keys(elements),
  allowedAttributes: Object.fromEntries(Object.entries(elements).map(([name, own]) => [name, [...own]])),
  allowedSchemes: [...schemes],
  allowedSchemesAppliedToAttributes: ['href'],
  allowProtocolRelative: false,
  disallowedTagsMode: 'discard',
}

/** ROLE-15: formatted text of well-formed HTML with what `richTextRules` allows and nothing else; plain text as it is. */
export function sanitizeRichText(text: string): string {
  if (!isRichText(text)) return text
  return sanitizeHtml(text, options).replaceAll('<br />', '<br>')
}
