import { hasLineBreak, isLonger } from '../kernel/characters.ts'
import type { Issue } from '../kernel/errors.ts'
import { isBlank, type LocalisedText } from '../kernel/fields.ts'

export interface LocalisedRule {
  /** The field, and its name in the words of an issue. */
  path: string
  label: string
  /** The languages that it may be in. */
  tags: readonly string[]
  max: number
  /** The invariant text must be there (CAT-09), and no text breaks its line. */
  isName: boolean
}

/** CAT-09, I18N-06: the issue of a language has the path `name.de-DE`, that of the invariant text `name.invariantText`. */
export function checkLocalised(
  { invariantText, localTexts }: LocalisedText,
  { path, label, tags, max, isName }: LocalisedRule,
): Issue[] {
  const issues: Issue[] = []
  const add = (tag: string, code: Issue['code'], params: Issue['params']) =>
    issues.push({ path: `${path}.${tag}`, code, params })
  const checkText = (tag: string, text: string) => {
    if (isLonger(text, max)) add(tag, 'validation.tooLong', { field: label, max })
    if (isName && hasLineBreak(text)) add(tag, 'validation.lineBreak', { field: label })
  }
  if (isName && isBlank(invariantText)) add('invariantText', 'validation.required', { field: label })
  checkText('invariantText', invariantText)
  const seen = new Set<string>()
  for (const { ietfTag, text } of localTexts) {
    if (!tags.includes(ietfTag)) add(ietfTag, 'category.language', { tag: ietfTag })
    if (seen.has(ietfTag)) add(ietfTag, 'category.languageTwice', { tag: ietfTag })
    seen.add(ietfTag)
    checkText(ietfTag, text)
  }
  return issues
}
