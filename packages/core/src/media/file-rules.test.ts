import { describe, expect, test } from 'vitest'
import { checkFileType } from '../kernel/field-rules.ts'
import { createMessages } from '../kernel/messages.ts'
import { en } from '../messages/en.ts'
import { checkDocumentFile } from './media-rules.ts'

const { issue, mend } = createMessages(en)
const format = 'Error: Data is in invalid format. Please correct the file and try again.'
const pdf = (size: number) => `%PDF-1.7${' '.repeat(size - 8)}`

describe('VAL-16, VAL-17, VAL-18 files that are neither media nor images', () => {
  test.each<[string, string, string[]]>([
    ['plan.PDF', pdf(10_485_759), []],
    ['plan.pdf', pdf(10_485_760), ['The document must be under 10 MB.']],
    ['plan.pdf', 'GIF89a', [format, 'This is a GIF picture.']],
    ['plan.pdf', '', [format, 'This is an empty file (0 bytes). Export or copy it again.']],
    ['plan.docx', 'words', ['Allowed only pdf type.', 'This is a text file.']],
    [
      'p#lan.pdf',
      pdf(8),
      ['File name should not contain special characters', 'Not allowed in it: #. Use “p lan.pdf” instead.'],
    ],
  ])('%s %.20j', async (name, content, expected) => {
    const found = await checkDocumentFile({ name, blob: new Blob([content]) })
    expect(found.flatMap(each => [issue(each), mend(each) ?? []].flat())).toEqual(expected)
  })

  test.each([
    ['en.VTT', 'vtt', []],
    ['en.srt', 'vtt', ['Allowed only vtt type.']],
    ['terms.htm', 'html', ['Allowed only html type.']],
    ['html', 'html', ['Allowed only html type.']],
  ])('%s as %s', (name, type, expected) => expect(checkFileType(name, type).map(issue)).toEqual(expected))
})
