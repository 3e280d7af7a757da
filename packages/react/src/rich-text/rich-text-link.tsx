import { isEmail, isUrl, toUrl } from '@kinora/core'
import type { Editor } from '@tiptap/react'
import { type KeyboardEvent, useId, useState } from 'react'
import { Button } from '../ui/button.tsx'
import type { RichTextTexts } from './use-rich-text-texts.ts'

interface RichTextLinkProps {
  editor: Editor
  texts: RichTextTexts
  onDone: () => void
}

/** The address of the link that is selected, or of a new one; Enter takes it, Escape leaves it. */
export function RichTextLink({ editor, texts, onDone }: RichTextLinkProps) {
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
