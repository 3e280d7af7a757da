import { Links, Meta, Outlet, Scripts } from 'react-router'

export const meta = () => [{ title: 'Studio' }]

export default function Page() {
  return (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <link rel="icon" href="data:," />
        <Meta />
        <Links />
      </head>
      <body>
        <Outlet />
        <Scripts />
      </body>
    </html>
  )
}
