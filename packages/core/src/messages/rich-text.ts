import type { Catalogue } from './catalogue.ts'

/** The editor of formatted text. */
export const richTextTexts = {
  'ui.richText.format': 'Format',
  'ui.richText.bold': 'Bold',
  'ui.richText.italic': 'Italic',
  'ui.richText.underline': 'Underline',
  'ui.richText.bulletList': 'Bulleted list',
  'ui.richText.orderedList': 'Numbered list',
  'ui.richText.link': 'Link',
  'ui.richText.redo': 'Redo',
  'ui.richText.linkAddress': 'Address of the link',
  'ui.richText.linkApply': 'Apply',
  'ui.richText.linkRemove': 'Remove link',
} as const satisfies Catalogue

/** A part of a picture. */
export const cropTexts = {
  'ui.crop.title': 'Crop the image',
  'ui.crop.close': 'Close without cropping',
  'ui.crop.help': 'Choose the part to use. Drag it, or use the arrow keys.',
  'ui.crop.part': 'Part to use. Arrow keys move it',
  'ui.crop.handle': 'Resize from {{side}}. Arrow keys resize',
  'ui.crop.nw': 'top left',
  'ui.crop.n': 'top',
  'ui.crop.ne': 'top right',
  'ui.crop.e': 'right',
  'ui.crop.se': 'bottom right',
  'ui.crop.s': 'bottom',
  'ui.crop.sw': 'bottom left',
  'ui.crop.w': 'left',
} as const satisfies Catalogue
