/** `vitrine completion bash|zsh|fish`: a script that completes commands and their options, made of the program itself. */
import { Argument, type Command } from 'commander';
import { printLine } from './terminal/print.js';

const HELP = `
Examples:
  vitrine completion bash > /etc/bash_completion.d/vitrine
  echo 'source <(vitrine completion zsh)' >> ~/.zshrc
  vitrine completion fish > ~/.config/fish/completions/vitrine.fish`;

type Shell = 'bash' | 'zsh' | 'fish';

export function addCompletion(program: Command): void {
  program
    .command('completion')
    .description('print a script that completes commands in a shell')
    .addArgument(new Argument('<shell>', 'which shell').choices(['bash', 'zsh', 'fish']))
    .addHelpText('after', HELP)
    .action((shell: Shell) => printLine(completion(program, shell)));
}

/** What may follow a command: the words of its path after the program's name. */
interface Place {
  path: string;
  commands: readonly Command[];
  options: readonly string[];
}

function completion(program: Command, shell: Shell): string {
  const places = placesOf(program, []);
  if (shell === 'fish') return fish(places);
  const script = bash(places);
  return shell === 'bash'
    ? script
    : `autoload -U +X compinit && compinit\nautoload -U +X bashcompinit && bashcompinit\n${script}`;
}

function placesOf(command: Command, path: readonly string[]): Place[] {
  const options = command.options.flatMap(({ long }) => (long ? [long] : []));
  const place = { path: path.join(' '), commands: command.commands, options: [...options, '--help'] };
  return [place, ...command.commands.flatMap(one => placesOf(one, [...path, one.name()]))];
}

/** Where there is nothing to say, as after options that take a file, the shell completes files. */
function bash(places: readonly Place[]): string {
  const known = places.slice(1).map(({ path }) => `"${path}"`);
  const cases = places.map(({ path, commands, options }) => {
    return `    "${path}") words="${[...commands.map(one => one.name()), ...options].join(' ')}";;`;
  });
  return `_vitrine() {
  local path="" words="" word
  for word in "\${COMP_WORDS[@]:1:$((COMP_CWORD-1))}"; do
    case "\${path:+$path }$word" in
      ${known.join('|')}) path="\${path:+$path }$word";;
    esac
  done
  case "$path" in
${cases.join('\n')}
  esac
  COMPREPLY=($(compgen -W "$words" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -o default -F _vitrine vitrine`;
}

function fish(places: readonly Place[]): string {
  const quoted = (text: string) => `'${text.replace(/['\\]/g, '\\$&')}'`;
  const known = places.slice(1).map(({ path }) => quoted(path));
  const lines = places.flatMap(({ path, commands, options }) => {
    const at = `complete -c vitrine -n ${quoted(`test (__vitrine_path) = "${path}"`)}`;
    return [
      ...commands.map(one => `${at} -f -a ${one.name()} -d ${quoted(one.description())}`),
      ...options.map(option => `${at} -l ${option.slice(2)}`),
    ];
  });
  return `function __vitrine_path
  set -l path ""
  for word in (commandline -opc)[2..]
    set -l next (string trim "$path $word")
    contains -- $next ${known.join(' ')}; and set path $next
  end
  echo "$path"
end
${lines.join('\n')}`;
}
