import { describe, expect, test } from 'vitest'
import { createMessages } from '../kernel/messages.ts'
import { en } from '../messages/en.ts'
import { checkFile, type FileKind } from './media-rules.ts'

const { issue } = createMessages(en)
const format = 'Error: Data is in invalid format. Please correct the file and try again.'
const pdf = (size: number) => `%PDF-1.7${' '.repeat(size - 8)}`

describe('VAL-16, VAL-17, VAL-18 files that are neither media nor images', () => {
  test.each<[FileKind, string, string, string[]]>([
    ['caption', 'en.VTT', 'WEBVTT\n\n00:00.000 --> 00:01.000\nHello', []],
    ['caption', 'en.vtt', '1\n00:00:00,000 --> 00:00:01,000\nHello', [format]],
    ['caption', 'en.vtt', '', [format]],
    ['caption', 'en.srt', 'WEBVTT', ['Allowed only vtt type.']],
    ['caption', 'e#n.vtt', 'WEBVTT', ['File name should not contain special characters']],
    ['contentUpload', 'events.json', '{"a": 1}', []],
    ['contentUpload', 'events.json', 'a,b', [format]],
    ['userUpload', 'users.csv', '\ufeffname;mail\r\n', []],
    ['userUpload', 'users.csv', 'PK\x03\x04\0', [format]],
    ['terms', 'terms.html', '<p>Terms</p>', []],
    ['terms', 'terms.htm', '<p>Terms</p>', ['Allowed only html type.']],
    ['document', 'plan.pdf', pdf(10_485_759), []],
    ['document', 'plan.pdf', pdf(10_485_760), ['The document must be under 10 MB.']],
    ['document', 'plan.pdf', 'GIF89a', [format]],
  ])('%s %s %.20j', async (kind, name, content, expected) =>
    expect((await checkFile(kind, { name, blob: new Blob([content]) })).map(issue)).toEqual(expected),
  )
})
