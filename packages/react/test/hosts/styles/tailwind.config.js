export default { content: ['./widgets.tsx'] }
