import { createKinora, type KinoraOptions, KinoraRoot, type RootProps, TitleEditor } from '@kinora/react'
import '@kinora/react/styles.css'
import { useState } from 'react'

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
  return (
    <KinoraRoot kinora={kinora} {...root}>
      <div style={{ padding: 24 }}>
        <TitleEditor tag={tag} listHref="/titles" />
      </div>
    </KinoraRoot>
  )
}
