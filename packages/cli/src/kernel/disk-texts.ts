import type { Catalogue } from '@kinora/core'

/** What is said of files and places of this machine. */
export const diskTexts = {
  'disk.full': 'This machine’s disk is full ({{reason}}).',
  'disk.fullAt': 'This machine’s disk is full: {{path}} couldn’t be written ({{reason}}).',
  'disk.fullAtHow':
    'Free up space there or choose another place, then run the same command again. Finished work is kept.',
  'file.folder': '{{path}} is a folder, not a file.',
  'file.folderHow': 'Name a file in it.',
  'file.noFolder': '{{path}} is a file, not a folder.',
  'file.noFolderHow': 'Name the folder that it lies in.',
  'file.stream': '{{path}} isn’t a file on the disk.',
  'file.streamHow':
    'This command reads its file more than once. Write it to the disk first, then name that file.',
  'file.barred': 'The file {{path}} may not be read by you.',
  'file.barredHow': 'Check its permissions: ls -l',
  'disk.changed': 'A file was changed or removed while it was read.',
  'disk.changedHow': 'Once nothing writes to it any more, run the same command again.',
  'disk.fullHow': 'Free up space, then run the same command again. Finished work is kept.',
  'disk.barred': 'Can’t use {{path}} ({{reason}}).',
  'disk.barredHow':
    'Check its permissions, or choose another place: KINORA_CONFIG_DIR for sign-ins and the journal, --data for a platform’s own, -o for results.',
} as const satisfies Catalogue
