export { RichText, type RichTextProps } from './rich-text.tsx'
export {
  RichTextInput,
  type RichTextInputProps,
  RichTextPlace,
  type RichTextTexts,
} from './rich-text-input.tsx'
