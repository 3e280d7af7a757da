export { RichText, type RichTextProps } from './rich-text.tsx'
export { RichTextInput } from './rich-text-input.tsx'
