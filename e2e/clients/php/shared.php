<?php

declare(strict_types=1);

require getenv('ALIADO_CLIENT');

// What PHP warns of is a fault of the client.
set_error_handler(static function (int $level, string $text, string $file, int $line): bool {
    if ((error_reporting() & $level) !== 0) {
        throw new ErrorException($text, 0, $level, $file, $line);
    }
    return true;
});
ini_set('display_errors', 'stderr');
// As old set-ups have it: the client must send 10.05 all the same.
ini_set('serialize_precision', '17');

/** Does each of these in a process of its own, at once, as a web server does, and returns what they found. */
function together(array $tasks): array
{
    $answers = [];
    foreach ($tasks as $place => $task) {
        [$ours, $theirs] = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
        if (pcntl_fork() === 0) {
            fclose($ours);
            try {
                fwrite($theirs, serialize($task()));
            } catch (Throwable $fault) {
                fwrite(STDERR, (string) $fault);
            }
            exit(0);
        }
        fclose($theirs);
        $answers[$place] = $ours;
    }
    return array_map(static function ($ours) {
        $text = stream_get_contents($ours);
        return $text === '' ? exit(1) : unserialize($text);
    }, $answers);
}

/** Where the processes of a test share a token; it is gone with the test. */
function tokenFile(): string
{
    $folder = sys_get_temp_dir() . '/aliado-php-' . bin2hex(random_bytes(8));
    mkdir($folder, 0o700);
    $owner = getmypid();
    register_shutdown_function(static function () use ($folder, $owner): void {
        if (getmypid() === $owner) {
            array_map('unlink', glob("{$folder}/*"));
            rmdir($folder);
        }
    });
    return "{$folder}/token";
}

function asked(): array
{
    return json_decode(stream_get_contents(STDIN), true, 512, JSON_THROW_ON_ERROR);
}

function answer(array $found): void
{
    ini_set('serialize_precision', '-1');
    echo json_encode($found, JSON_THROW_ON_ERROR);
}
