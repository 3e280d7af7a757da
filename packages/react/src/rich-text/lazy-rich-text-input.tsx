import { fromRichText, isRichText, isRichTextLink, toRichText } from '@kinora/core'
import { getSchema } from '@tiptap/core'
import { Bold } from '@tiptap/extension-bold'
import { Document } from '@tiptap/extension-document'
import { HardBreak } from '@tiptap/extension-hard-break'
import { Italic } from '@tiptap/extension-italic'
import { Link } from '@tiptap/extension-link'
import { BulletList, ListItem, ListKeymap, OrderedList } from '@tiptap/extension-list'
import { Paragraph } from '@tiptap/extension-paragraph'
import { Text } from '@tiptap/extension-text'
import { Underline } from '@tiptap/extension-underline'
import { UndoRedo } from '@tiptap/extensions'
import { DOMParser } from '@tiptap/pm/model'
import { EditorContent, useEditor } from '@tiptap/react'
import { useEffect, useRef } from 'react'
import { useFieldControl } from '../ui/form/field.tsx'
import { cleanPasted } from './clean-pasted.ts'
import { sanitizeRichText, toSafeFragment } from './lazy-rich-text.tsx'
import type { RichTextInputProps } from './rich-text.tsx'
import { RichTextToolbar, useRichTextTexts } from './rich-text-toolbar.tsx'

/** What `richTextRules` allows, and undoing. */
const extensions = [
  ...[Document, Paragraph, Text, HardBreak],
  ...[Bold, Italic, Underline],
  ...[BulletList, OrderedList, ListItem, ListKeymap],
  Link.configure({
    openOnClick: false,
    autolink: false,
    defaultProtocol: 'https',
    HTMLAttributes: { target: null, rel: null, class: null },
    isAllowedUri: href => isRichTextLink(href),
  }),
  UndoRedo,
]

const parsing = (text: string) => ({ preserveWhitespace: isRichText(text) ? false : ('full' as const) })
const schema = getSchema(extensions)
/** A document rather than HTML: a page that demands trusted types lets nobody parse a string. */
const toContent = (text: string) =>
  DOMParser.fromSchema(schema)
    .parse(toSafeFragment(toRichText(text)), parsing(text))
    .toJSON()

/** The editor itself, loaded lazily. */
export function RichTextEditor({ value, onChange, onBlur, lang, dir, autoFocus }: RichTextInputProps) {
  const texts = useRichTextTexts()
  const { id, labelId, describedBy, invalid, required } = useFieldControl()
  const synced = useRef(value)
  const latest = useRef({ onChange, onBlur })
  latest.current = { onChange, onBlur }
  const attributes = {
    role: 'textbox',
    'aria-multiline': 'true',
    class: 'kn-rich-text',
    dir: dir ?? 'auto',
    ...(id && { id }),
    ...(labelId && { 'aria-labelledby': labelId }),
    ...(describedBy && { 'aria-describedby': describedBy }),
    ...(invalid && { 'aria-invalid': 'true' }),
    ...(required && { 'aria-required': 'true' }),
    ...(lang && { lang }),
  }
  const editor = useEditor({
    extensions,
    // A style element would need an exception in the host's content security policy.
    injectCSS: false,
    autofocus: autoFocus ? 'end' : false,
    content: toContent(value),
    editorProps: {
      attributes,
      transformPastedHTML: cleanPasted,
      // Tab leaves the field, also in a list.
      handleDOMEvents: {
        keydown: (_, event) => event.key === 'Tab',
        // As a plain box of text.
        keyup: ({ dom }, event) => {
          if (event.key === 'Tab') dom.scrollIntoView({ block: 'nearest' })
        },
      },
    },
    onUpdate({ editor }) {
      synced.current = fromRichText(sanitizeRichText(editor.getHTML()))
      latest.current.onChange(synced.current)
    },
    onBlur: () => latest.current.onBlur?.(),
  })
  const given = JSON.stringify(attributes)
  useEffect(() => {
    const { editorProps } = editor.options
    editor.setOptions({ editorProps: { ...editorProps, attributes: JSON.parse(given) } })
  }, [editor, given])
  useEffect(() => {
    if (synced.current === value) return
    synced.current = value
    editor.commands.setContent(toContent(value), { emitUpdate: false })
  }, [editor, value])
  return (
    <div className="kn-input kn-rich-input" data-invalid={invalid ? '' : undefined}>
      <RichTextToolbar editor={editor} texts={texts} />
      <EditorContent editor={editor} className="kn-rich-content" />
    </div>
  )
}
