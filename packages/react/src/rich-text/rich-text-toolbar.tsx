import * as Ariakit from '@ariakit/react'
import { type Editor, useEditorState } from '@tiptap/react'
import { Bold, Italic, Link, List, ListOrdered, Redo2, Underline, Undo2 } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { IconButton } from '../ui/icon-button.tsx'
import { RichTextLink } from './rich-text-link.tsx'
import type { RichTextTexts } from './use-rich-text-texts.ts'

const icon = { size: 16, 'aria-hidden': true } as const

/** The formats as a toolbar: one stop of the Tab key, arrow keys within. */
export function RichTextToolbar({ editor, texts }: { editor: Editor; texts: RichTextTexts }) {
  const [linking, setLinking] = useState(false)
  const state = useEditorState({
    editor,
    selector: ({ editor }) => ({
      bold: editor.isActive('bold'),
      italic: editor.isActive('italic'),
      underline: editor.isActive('underline'),
      bulletList: editor.isActive('bulletList'),
      orderedList: editor.isActive('orderedList'),
      link: editor.isActive('link'),
      canUndo: editor.can().undo(),
      canRedo: editor.can().redo(),
    }),
  })
  const chain = () => editor.chain().focus()
  return (
    <>
      <Ariakit.ToolbarProvider>
        <Ariakit.Toolbar className="kn-rich-toolbar" aria-label={texts.toolbar}>
          <Item label={texts.bold} pressed={state.bold} onClick={() => chain().toggleBold().run()}>
            <Bold {...icon} />
          </Item>
          <Item label={texts.italic} pressed={state.italic} onClick={() => chain().toggleItalic().run()}>
            <Italic {...icon} />
          </Item>
          <Item
            label={texts.underline}
            pressed={state.underline}
            onClick={() => chain().toggleUnderline().run()}
          >
            <Underline {...icon} />
          </Item>
          <Ariakit.ToolbarSeparator className="kn-rich-separator" />
          <Item
            label={texts.bulletList}
            pressed={state.bulletList}
            onClick={() => chain().toggleBulletList().run()}
          >
            <List {...icon} />
          </Item>
          <Item
            label={texts.orderedList}
            pressed={state.orderedList}
            onClick={() => chain().toggleOrderedList().run()}
          >
            <ListOrdered {...icon} />
          </Item>
          <Item label={texts.link} pressed={state.link} onClick={() => setLinking(true)}>
            <Link {...icon} />
          </Item>
          <Ariakit.ToolbarSeparator className="kn-rich-separator" />
          <Item label={texts.undo} disabled={!state.canUndo} onClick={() => chain().undo().run()}>
            <Undo2 {...icon} />
          </Item>
          <Item label={texts.redo} disabled={!state.canRedo} onClick={() => chain().redo().run()}>
            <Redo2 {...icon} />
          </Item>
        </Ariakit.Toolbar>
      </Ariakit.ToolbarProvider>
      {linking ? <RichTextLink editor={editor} texts={texts} onDone={() => setLinking(false)} /> : null}
    </>
  )
}

interface ItemProps {
  label: string
  pressed?: boolean
  disabled?: boolean
  onClick: () => void
  children: ReactNode
}

function Item({ label, pressed, disabled = false, onClick, children }: ItemProps) {
  return (
    <Ariakit.ToolbarItem
      accessibleWhenDisabled
      disabled={disabled}
      aria-pressed={pressed}
      onClick={onClick}
      render={<IconButton label={label} icon={children} />}
    />
  )
}
