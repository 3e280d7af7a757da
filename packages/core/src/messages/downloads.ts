import type { Catalogue } from './catalogue.ts'

/** C-50: what a download says, of any noun. */
export const downloadTexts = {
  'success.downloadingFile': 'downloading file',
  'success.downloadingReport': 'downloading report',
  'success.downloadComplete': 'Download complete',
} as const satisfies Catalogue
