import { type Catalogue, fillText, type MessageParams } from '@kinora/core'
import { safeValues } from '../kernel/cells.ts'

/** What only `kinora captions` says. */
const captionTexts = {
  'help.list': 'list the captions of a title',
  'help.show': 'print the captions of a title in a language, as WebVTT',
  'help.add': 'add captions to a title, or replace those of a language',
  'help.check': 'check caption files: each problem with its line, nothing is sent',
  'help.remove': 'delete the captions of a title in a language',
  'help.attach': 'add all captions of a folder to titles, found by file name; shows the plan first',
  'help.file': 'WebVTT file; SubRip, SBV and TTML are converted',
  'help.files': 'WebVTT files, or SubRip, SBV and TTML',
  'help.folder':
    'folder of files such as NAME.de-DE.vtt, where NAME is a tag, an external id, or the name of the video file or the title',
  'help.language': 'language such as de-DE',
  'help.addLanguage': 'language such as de-DE; taken from the file name if it ends in one',
  'help.title': 'what members see in the player’s menu; defaults to the language’s name',
  'help.replace': 'replace captions that are there already',
  'help.shift': 'move all captions by so many seconds, such as -3600; the first stops at 0',
  'help.for': 'tag of the title that they are for: captions after its end are named',
  'help.output': 'write to this file instead of stdout',
  'help.dryRun': 'show the plan and change nothing',
  'shift.invalid': '“{{value}}” is no number of seconds',
  'shift.how': 'Write a number such as 1.5 or -3600.',
  'shift.offer': 'To do so: --shift {{shift}}',
  converted: '{{file}}: the file is {{format}}; it is stored as WebVTT',
  'line.error': '{{file}}: {{problem}}',
  'check.good': {
    one: '{{file}}: {{count}} caption, until {{end}}',
    other: '{{file}}: {{count}} captions, until {{end}}',
  },
  'check.bad': { one: '{{count}} file has errors', other: '{{count}} files have errors' },
  'check.badHow': 'Correct the lines named above, then check again.',
  'list.beyond': '{{language}}: captions start after the video has ended, the last one at {{start}}',
  'list.shift':
    'To move them: kinora captions show {{tag}} {{language}} --output captions.vtt{{context}} && kinora captions add {{tag}} captions.vtt --language {{language}} --title {{title}} --replace --shift {{shift}}{{context}}',
  'list.replace':
    'Add others: kinora captions add {{tag}} FILE --language {{language}} --title {{title}} --replace{{context}}',
  'language.none': 'The language of {{file}} is not known',
  'language.how': 'Pass --language, or name the file like NAME.de-DE.vtt.',
  'add.done': '{{language}} captions added to {{tag}}',
  'exists.how': 'To replace them: --replace',
  none: '{{tag}} has no captions in {{language}}',
  noneHow: 'List what there is: kinora captions list {{tag}}{{context}}',
  'remove.ask': 'Delete the {{language}} captions of {{tag}}?',
  'remove.done': '{{language}} captions of {{tag}} deleted',
  'attach.empty': 'There is no caption file in {{folder}}',
  'attach.add': 'add',
  'attach.replace': 'replace',
  'attach.keep': 'skip: there are captions already',
  'attach.same': 'skip: the same name twice in this language',
  'attach.noTitle': 'skip: no title is named so',
  'attach.twoTitles': {
    one: 'skip: {{count}} title is named so',
    other: 'skip: {{count}} titles are named so',
  },
  'attach.noLanguage': 'skip: no language in the name',
  'attach.bad': 'skip: {{problem}}',
  'attach.ask': { one: 'Add {{count}} caption file?', other: 'Add {{count}} caption files?' },
  'attach.none': 'Nothing to add.',
  'attach.done': { one: '{{count}} caption file added', other: '{{count}} caption files added' },
} as const satisfies Catalogue

export const captionText = (key: keyof typeof captionTexts, values?: MessageParams): string =>
  fillText(captionTexts[key], safeValues(values))
