import * as Ariakit from '@ariakit/react'
import { isEmail, isUrl, richTextTexts, toUrl, validationTexts, wordTexts } from '@kinora/core'
import { type Editor, useEditorState } from '@tiptap/react'
import { Bold, Italic, Link, List, ListOrdered, Redo2, Underline, Undo2 } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useId, useState } from 'react'
import { useTexts } from '../kernel/message.ts'
import { Button } from '../ui/button.tsx'
import { IconButton } from '../ui/icon-button.tsx'

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
            <List {...icon} className="kn-flip" />
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
            <Undo2 {...icon} className="kn-flip" />
          </Item>
          <Item label={texts.redo} disabled={!state.canRedo} onClick={() => chain().redo().run()}>
            <Redo2 {...icon} className="kn-flip" />
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

interface RichTextLinkProps {
  editor: Editor
  texts: RichTextTexts
  onDone: () => void
}

/** The address of the link that is selected, or of a new one; Enter takes it, Escape leaves it. */
function RichTextLink({ editor, texts, onDone }: RichTextLinkProps) {
  const current = editor.getAttributes('link').href as string | undefined
  const [typed, setTyped] = useState(current ?? '')
  const [isWrong, setIsWrong] = useState(false)
  const error = useId()
  const done = () => {
    onDone()
    editor.commands.focus()
  }
  const link = () => editor.chain().extendMarkRange('link')
  const apply = () => {
    const href = toHref(typed)
    if (href === undefined) return setIsWrong(true)
    if (editor.state.selection.empty && current === undefined)
      editor.commands.insertContent({
        type: 'text',
        text: typed.trim(),
        marks: [{ type: 'link', attrs: { href } }],
      })
    else link().setLink({ href }).run()
    done()
  }
  const press = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' && event.key !== 'Escape') return
    event.preventDefault()
    event.stopPropagation()
    if (event.key === 'Enter') apply()
    else done()
  }
  return (
    <div className="kn-rich-link">
      <input
        // biome-ignore lint/a11y/noAutofocus: the person has just asked for it
        autoFocus
        type="url"
        aria-label={texts.address}
        aria-invalid={isWrong || undefined}
        aria-describedby={isWrong ? error : undefined}
        placeholder="https://"
        dir="ltr"
        value={typed}
        onChange={event => {
          setTyped(event.target.value)
          setIsWrong(false)
        }}
        onKeyDown={press}
      />
      <Button size="compact" onClick={apply}>
        {texts.apply}
      </Button>
      {current === undefined ? null : (
        <Button
          size="compact"
          variant="quiet"
          onClick={() => {
            link().unsetLink().run()
            done()
          }}
        >
          {texts.remove}
        </Button>
      )}
      {isWrong ? (
        <p id={error} className="kn-field-error" role="alert">
          {texts.invalidLink}
        </p>
      ) : null}
    </div>
  )
}

/** VAL-06, VAL-07: an address without a scheme is a web address, unless it is a person's; undefined where it is neither. */
function toHref(typed: string): string | undefined {
  const text = typed.trim().replace(/^mailto:/i, '')
  if (isEmail(text)) return `mailto:${text}`
  return isUrl(toUrl(text)) ? toUrl(text) : undefined
}

/** What the toolbar says. */
export function useRichTextTexts() {
  const { text } = useTexts(richTextTexts, validationTexts, wordTexts)
  return {
    toolbar: text('ui.richText.format'),
    bold: text('ui.richText.bold'),
    italic: text('ui.richText.italic'),
    underline: text('ui.richText.underline'),
    bulletList: text('ui.richText.bulletList'),
    orderedList: text('ui.richText.orderedList'),
    link: text('ui.richText.link'),
    undo: text('ui.undo'),
    redo: text('ui.richText.redo'),
    address: text('ui.richText.linkAddress'),
    apply: text('ui.richText.linkApply'),
    remove: text('ui.richText.linkRemove'),
    invalidLink: text('validation.url'),
  }
}

type RichTextTexts = ReturnType<typeof useRichTextTexts>
