import { CAPTION_TITLE_MAX } from '../../captions/index.ts'
import { isLonger } from '../../kernel/characters.ts'
import type { Issue } from '../../kernel/errors.ts'
import { toPath } from '../../kernel/fields.ts'
import { languageName, languages } from '../../languages/index.ts'
import { CLEAR } from '../csv/cell-text.ts'
import { listOf, type ReadCell } from '../csv/cells.ts'
import type { CaptionCell } from '../csv/row.ts'
import { didYouMean, suggest } from './suggest.ts'

/** CAPTION-01 to 05: `en-GB:class.en.vtt|English; de-DE:class.de.vtt`; without a title the language's name stands. */
export function captionTracks(): ReadCell {
  return (value, row) => {
    for (const entry of value === CLEAR ? [] : listOf(value)) {
      const read = readTrack(entry)
      if ('code' in read) return read
      if (row.captions.some(caption => caption.language === read.language))
        return { path: 'captions', code: 'bulk.captionTwice', params: { language: read.language } }
      row.captions.push(read)
    }
    return undefined
  }
}

function readTrack(entry: string): CaptionCell | Issue {
  const parts = partsOf(entry)
  if (parts === undefined) return { path: 'captions', code: 'bulk.captionForm', params: { value: entry } }
  const { written, path, title } = parts
  const language = languages.find(known => known.ietfTag.toLowerCase() === written.toLowerCase())?.ietfTag
  if (language === undefined) return unknownLanguage(written)
  if (!/\.vtt$/i.test(path))
    return { path: 'captions', code: 'validation.fileType', params: { types: 'vtt' } }
  if (isLonger(title ?? '', CAPTION_TITLE_MAX))
    return {
      path: 'captions',
      code: 'validation.tooLong',
      params: { field: 'Caption title', max: CAPTION_TITLE_MAX },
    }
  return { language, path, title: title || languageName(language) }
}

/** `language: file | title`, with whatever blanks; undefined for what isn't written so. */
function partsOf(entry: string) {
  const [written = '', ...others] = entry.split(':')
  const [path = '', ...words] = others.join(':').split('|')
  const title = words.length === 0 ? undefined : words.join('|').trim()
  const parts = { written: written.trim(), path: toPath(path.trim()), title }
  const isForm = parts.written !== '' && !parts.written.includes('|') && parts.path !== ''
  return isForm && !title?.includes('\n') ? parts : undefined
}

function unknownLanguage(written: string): Issue {
  const names = suggest(
    written,
    languages.map(language => language.ietfTag),
  )
  return {
    path: 'captions',
    code: 'validation.reference',
    params: { field: 'Caption language', value: written, hint: didYouMean(names) },
  }
}
