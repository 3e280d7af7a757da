import { Badge, Button, Root } from '@kinora/react'
import '@kinora/react/styles.css'
import './studio.css'

/** Tokens in your own stylesheet give the components your looks; `data-*` and `kn-*` names are stable. */
export default function ThemingExample({ theme }: { theme?: 'light' | 'dark' }) {
  return (
    <Root className="studio" theme={theme}>
      <h1>Studio North</h1>
      <Badge tone="positive">Published</Badge>
      <Button variant="primary">Add title</Button>
    </Root>
  )
}
