import { commandTexts } from '@kinora/core'
import { Dialog, type DialogProps, Keys, Switch, useKinora, useTexts } from '@kinora/react'
import { useState } from 'react'
import { isMac, SINGLE_KEYS } from './command-keys.ts'

/** The key beside letters that stands for commands on this machine. */
const modifier = isMac ? '⌘' : 'Ctrl'

/** Every shortcut of the portal, and the switch for those of a single key (WCAG 2.1.4). */
export default function Shortcuts({ onClose, finalFocus }: Pick<DialogProps, 'onClose' | 'finalFocus'>) {
  const { text } = useTexts(commandTexts)
  const { store } = useKinora()
  const [isOn, setOn] = useState(store.getItem(SINGLE_KEYS) !== 'off')
  const change = (next: boolean) => {
    setOn(next)
    if (next) store.removeItem(SINGLE_KEYS)
    else store.setItem(SINGLE_KEYS, 'off')
  }
  const rows = [
    { words: text('ui.commands.search'), keys: [modifier, 'K'] },
    ...(isOn
      ? [
          { words: text('ui.shortcuts.list'), keys: ['/'] },
          { words: text('ui.shortcuts.help'), keys: ['?'] },
        ]
      : []),
    { words: text('ui.shortcuts.save'), keys: [modifier, 'S'] },
    { words: text('ui.shortcuts.move'), keys: ['↑', '↓', '←', '→'] },
    { words: text('ui.shortcuts.choose'), keys: ['Enter', text('ui.shortcuts.key.space')] },
    { words: text('ui.shortcuts.close'), keys: ['Esc'] },
    { words: text('ui.shortcuts.calendar'), keys: [text('ui.shortcuts.key.space')] },
    { words: text('ui.shortcuts.calendarLength'), keys: [text('ui.shortcuts.key.shift'), '↑', '↓'] },
    { words: text('ui.shortcuts.calendarCancel'), keys: [text('ui.shortcuts.key.delete')] },
  ]
  return (
    <Dialog
      open
      onClose={onClose}
      finalFocus={finalFocus}
      title={text('ui.shortcuts.title')}
      closeLabel={text('ui.close')}
    >
      <dl className="kn-shortcuts">
        {rows.map(({ words, keys }) => (
          <div key={words}>
            <dt>{words}</dt>
            <dd>
              <Keys keys={keys} />
            </dd>
          </div>
        ))}
      </dl>
      <Switch
        label={text('ui.shortcuts.single')}
        help={text('ui.shortcuts.singleHelp')}
        checked={isOn}
        onChange={event => change(event.target.checked)}
      />
    </Dialog>
  )
}
