export { RichText, type RichTextProps } from './rich-text.tsx'
export {
  RichTextInput,
  type RichTextInputProps,
} from './rich-text-input.tsx'
