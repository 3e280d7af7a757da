import { type Catalogue, fillText, type MessageParams } from '@kinora/core'
import { safeValues } from '../kernel/cells.ts'

/** What only `kinora documents` says. */
const documentTexts = {
  'help.query': 'part of the title, description or file name',
  'help.active': 'active; --no-active for inactive',
  'help.sort': 'order of the list',
  'help.dir': 'direction',
  'help.file': 'the PDF, under 10 MB and without a password',
  'help.name': 'name under which it is downloaded; that of the file unless given',
  'help.collection': 'tag of a collection that shows it; all of them from now on',
  'help.class': 'tag of a title that shows it; all of them from now on',
  'help.download': 'download a PDF; one that was interrupted goes on',
  'help.output': 'file to write; - for stdout; the document’s own name unless given',
  'help.map': 'say which collections and titles show a document; a list that is left out stays',
  'help.none': 'no collections and no titles',
  'help.attach': 'show a document with collections',
  'help.detach': 'no longer show a document with collections',
  'help.id': 'document id, as in the list',
  'help.tags': 'collection tags',
  exists: '{{path}} is there already',
  existsHow: 'Name another file with --output, or the same to replace it.',
  nothingToMap: 'Say --collection, --class or --none.',
  mapped: 'Document mapped',
  attached: 'Shown with the collection',
  detached: 'Taken out of the collection',
} as const satisfies Catalogue

export const documentText = (key: keyof typeof documentTexts, values?: MessageParams): string =>
  fillText(documentTexts[key], safeValues(values))
