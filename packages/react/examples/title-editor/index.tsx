import { toToastDuration } from '@kinora/core'
import {
  createKinora,
  type KinoraOptions,
  KinoraProvider,
  Root,
  type RootProps,
  TitleEditor,
  ToastProvider,
} from '@kinora/react'
import '@kinora/react/styles.css'
import { useEffect, useState } from 'react'

export interface TitleEditorExampleProps {
  /** `getToken` hands out the token of your own sign-in. */
  options: KinoraOptions
  /** Left out, the editor makes a new title. */
  tag?: string
  root?: RootProps
}

/** The editor of one title in your page. */
export default function TitleEditorExample({ options, tag, root }: TitleEditorExampleProps) {
  const [kinora] = useState(() => createKinora(options))
  const [ready, setReady] = useState(false)
  useEffect(() => void kinora.session.start().then(() => setReady(true)), [kinora])
  return (
    <KinoraProvider kinora={kinora}>
      <Root {...root}>
        <ToastProvider label="Messages" dismissLabel="Dismiss" duration={toToastDuration}>
          <div style={{ padding: 24 }}>{ready ? <TitleEditor tag={tag} listHref="/titles" /> : null}</div>
        </ToastProvider>
      </Root>
    </KinoraProvider>
  )
}
