import { richTextTexts, validationTexts } from '@kinora/core'
import { useTexts } from '../kernel/message.ts'

/** What the toolbar says. */
export function useRichTextTexts() {
  const { text } = useTexts(richTextTexts, validationTexts)
  return {
    toolbar: text('ui.richText.format'),
    bold: text('ui.richText.bold'),
    italic: text('ui.richText.italic'),
    underline: text('ui.richText.underline'),
    bulletList: text('ui.richText.bulletList'),
    orderedList: text('ui.richText.orderedList'),
    link: text('ui.richText.link'),
    undo: text('ui.richText.undo'),
    redo: text('ui.richText.redo'),
    address: text('ui.richText.linkAddress'),
    apply: text('ui.richText.linkApply'),
    remove: text('ui.richText.linkRemove'),
    invalidLink: text('validation.url'),
  }
}

export type RichTextTexts = ReturnType<typeof useRichTextTexts>
