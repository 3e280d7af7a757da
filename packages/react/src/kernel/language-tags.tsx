import { languageTexts } from '@kinora/core'
import { languageNameIn } from './language-names.ts'
import { useTexts } from './message.ts'

interface LanguageTagsProps {
  tags: readonly string[]
  /** How many the row of a list has room for. */
  most: number
}

/** Languages as tags that say their name; what the row has no room for is a number that names the rest. */
export function LanguageTags({ tags, most }: LanguageTagsProps) {
  const { text } = useTexts(languageTexts)
  const rest = tags.slice(most)
  return (
    <span className="kn-languages">
      {tags.slice(0, most).map(tag => (
        <abbr key={tag} title={languageNameIn(text, tag)}>
          {tag}
        </abbr>
      ))}
      {rest.length === 0 ? null : (
        <abbr title={rest.map(tag => languageNameIn(text, tag)).join(', ')}>
          {text('ui.moreLanguages', { count: rest.length })}
        </abbr>
      )}
    </span>
  )
}
